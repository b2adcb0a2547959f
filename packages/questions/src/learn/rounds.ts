import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { loadCheckpoint } from "@plotline/nn/node";
import { z } from "zod";
import type { Rows } from "./rows.ts";

const roundSchema = z.object({
  /** "start": the alignment that learning begins with. 0: the DP on an untrained reader. */
  round: z.union([z.literal("start"), z.number().int()]),
  /** Against gold, over `chapters` chapters. */
  precision: z.number(),
  recall: z.number(),
  f: z.number(),
  chapters: z.number(),
  /** Of the task's questions on the chapters with gold. */
  accuracy: z.number(),
  /** Of the task's questions on the held-out training works: it decides the best round. */
  heldBack: z.number(),
  /** How many questions the two accuracies are based on, and the accuracy of guessing. */
  asked: z.object({ judged: z.number(), heldBack: z.number(), chance: z.number() }),
  seconds: z.number(),
});

/** The result of a round. Gold is used here and nowhere else. */
export type Round = z.infer<typeof roundSchema>;

const fileSchema = z.object({ round: roundSchema, rows: z.record(z.string(), z.array(z.array(z.number()))) });

/** The rounds of a run, one file each: its numbers, and the alignment that the next round learns from. */
export class RoundStore {
  constructor(private readonly folder: string) {}

  save(round: Round, rows: ReadonlyMap<string, Rows> = new Map()): void {
    writeAtomically(this.file(round.round), `${JSON.stringify({ round, rows: Object.fromEntries(rows) })}\n`);
  }

  /** In their order, from the start; those that follow `last` are of a part of the run that is done again. */
  rounds(last = Number.POSITIVE_INFINITY): Round[] {
    const found: Round[] = [];
    for (const name of ["start" as const, ...Array(1000).keys()]) {
      if (!existsSync(this.file(name)) || (name !== "start" && name > last)) break;
      found.push(this.read(name).round);
    }
    return found;
  }

  rows(round: number): Map<string, Rows> {
    return new Map(Object.entries(this.read(round).rows));
  }

  /** How many steps the last checkpoint has done; 0 where there is none. */
  stepsDone(): number {
    const file = join(this.folder, "last.safetensors");
    if (!existsSync(file)) return 0;
    const hasStep = (state: unknown): state is { step: number } =>
      typeof state === "object" && state !== null && "step" in state && typeof state.step === "number";
    return loadCheckpoint(file, hasStep).state.step;
  }

  private read(name: Round["round"]) {
    const file = this.file(name);
    try {
      return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      throw new Problem(`${file} cannot be read as a round of learning; delete the run's folder and begin again.`);
    }
  }

  private file(name: Round["round"]): string {
    return join(this.folder, "rounds", `${name}.json`);
  }
}
