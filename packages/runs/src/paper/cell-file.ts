import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, signatureOf } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { modelSchema, tasks, trainSchema } from "@plotline/questions";
import { z } from "zod";
import { cellName, type TableCell } from "./cells.ts";

const share = z.number().min(0).max(1);
const interval = z.tuple([share, share]);

/** Accuracy on the validation works: numbers only, so that it may be shared. */
const score = z.strictObject({
  accuracy: share,
  chance: share,
  questions: z.int(),
  /** 95 %, by drawing questions again, and by drawing works again with all their questions. */
  interval,
  byWork: interval,
  works: z.array(z.strictObject({ work: z.string(), questions: z.int(), right: share })),
  /** For each work a 1 for every question that was answered right and a 0 for every other. */
  right: z.record(z.string(), z.string()),
});

/** What one cell of the table is, was made from, and found: the figure as a file. */
export const cellSchema = z.strictObject({
  task: z.enum(tasks),
  alignment: z.string(),
  seed: z.int(),
  learningRate: z.number(),
  set: z.string(),
  /** Of what it was made from; a result whose hashes are not those of today is not used. */
  hashes: z.strictObject({
    corpus: z.string(),
    questions: z.string(),
    test: z.string(),
    contexts: z.string(),
    settings: z.string(),
    graph: z.string(),
  }),
  model: modelSchema,
  train: trainSchema,
  /** Absent: this package, on one CPU thread. */
  trainedBy: z.string().optional(),
  trainedOn: z.strictObject({ works: z.int(), chapters: z.int(), questions: z.int() }).optional(),
  heldBack: z.strictObject({ works: z.array(z.string()), questions: z.int(), chance: share }).optional(),
  /** After every pass: the loss, accuracy on the works held back, and, not used for any choice, on the validation works. */
  curve: z.array(
    z.strictObject({
      pass: z.int(),
      loss: z.number(),
      heldBack: share,
      validation: share,
      cpuSeconds: z.int().optional(),
      /** By the clock, where a GPU trained it beside others. */
      seconds: z.int().optional(),
    }),
  ),
  ended: z.enum(["finished", "early"]).optional(),
  /** By the weights that were best on what was held back. */
  score: z.strictObject({ paper: score, blind: score.optional() }).optional(),
});

export type CellFile = z.infer<typeof cellSchema>;
export type CellScore = z.infer<typeof score>;

export function cellPath(folder: string, cell: TableCell): string {
  return join(folder, `${cellName(cell)}.json`);
}

export function readCell(path: string): CellFile | undefined {
  if (!existsSync(path)) return undefined;
  const parsed = cellSchema.safeParse(jsonIn(path));
  if (parsed.success) return parsed.data;
  throw new Problem(`${path} is not a result of this version: ${parsed.error.issues[0]?.message}; move it away.`);
}

export function writeCell(path: string, file: CellFile): void {
  const text = `${JSON.stringify(cellSchema.parse(file), null, 1)}\n`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeAtomically(path, text);
}

/** A cell in the words that every figure carries. */
export function cellSignature({ hashes, set, task, alignment, model, train }: CellFile): string {
  const { corpus, questions, graph } = hashes;
  return signatureOf({ corpus, set, asked: questions, task, alignment, protocol: "paper", graph, ...model, ...train });
}

/** A finished cell as the Results page lists trainings. */
export function cellResult(file: CellFile) {
  const { task, alignment, seed, score, trainedOn, curve, trainedBy } = file;
  const { accuracy, chance, questions, byWork, works, right } = score!.paper;
  const last = curve.at(-1);
  const time = { seconds: last?.cpuSeconds ?? last?.seconds ?? 0, device: trainedBy ?? "one CPU thread" };
  const found = { accuracy, interval: byWork, chance, questions, works, right };
  return {
    task,
    alignment,
    protocol: "paper",
    seed,
    ...found,
    trainedOn,
    passes: curve.length,
    ...time,
    signature: cellSignature(file),
  };
}

/** Five digits are more than thousands of questions can tell apart. */
export function digits(number: number): number {
  return Math.round(number * 1e5) / 1e5;
}
