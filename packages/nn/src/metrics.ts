import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Problem, sentenceOf } from "@plotline/base";
import { makeFolder, writeAtomically } from "@plotline/base/node";
import { unwritten } from "./checkpoint.ts";

/** A line of metrics: the step it belongs to and any numbers. */
export type Metrics = { readonly step: number } & Readonly<Record<string, number>>;

/** A run's log: one JSON object per line. */
export class MetricsLog {
  constructor(private readonly file: string) {
    const folder = dirname(file);
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new Problem(`${folder} is a file; a run needs a folder for its checkpoints and metrics.`);
    }
    try {
      makeFolder(folder);
    } catch (error) {
      throw new Problem(`The folder of a run, ${folder}, could not be created: ${sentenceOf(error)}`);
    }
  }

  append(metrics: Metrics): void {
    try {
      appendFileSync(this.file, `${JSON.stringify(metrics)}\n`);
    } catch (error) {
      throw unwritten(this.file, error);
    }
  }

  /** A resumed run writes its later steps again, so their old lines are removed, half-written ones too. */
  rewindTo(step: number): void {
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, "utf8").split("\n");
    const kept = lines.filter((line) => stepOf(line) <= step);
    try {
      writeAtomically(this.file, kept.map((line) => `${line}\n`).join(""));
    } catch (error) {
      throw unwritten(this.file, error);
    }
  }
}

function stepOf(line: string): number {
  try {
    const { step } = JSON.parse(line) as Metrics;
    return typeof step === "number" ? step : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
