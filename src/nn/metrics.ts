import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "../write.ts";

/** A line of metrics: the step it belongs to and any numbers. */
export type Metrics = { readonly step: number } & Readonly<Record<string, number>>;

/** A run's diary: one JSON object a line. */
export class MetricsLog {
  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
  }

  append(metrics: Metrics): void {
    appendFileSync(this.file, `${JSON.stringify(metrics)}\n`);
  }

  /** A resumed run writes its later steps again, so what was written of them is taken back, half lines too. */
  rewindTo(step: number): void {
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, "utf8").split("\n");
    const kept = lines.filter((line) => stepOf(line) <= step);
    writeAtomically(this.file, kept.map((line) => `${line}\n`).join(""));
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
