import type { Alignment, Matrix } from "@plotline/align";
import type { Random } from "@plotline/base";
import type { Build, Values } from "@plotline/nn";
import type { Replicas } from "@plotline/nn/node";
import type { EncodedChapter } from "../readers/encoding/examples.ts";
import type { Rows } from "./rows.ts";
import type { Unit } from "./units.ts";

/** A chapter with an alignment, and one to score below it. */
export interface Contrasted extends Unit {
  readonly chosen: Rows;
  readonly rival: Rows;
}

/** A chapter whose questions are asked, with the alignment that gives the contexts. */
export interface Examined extends Unit {
  readonly rows: Rows;
}

/** A number for each option of a question, the right one first. */
export interface Answer {
  readonly id: string;
  readonly scores: readonly number[];
}

/** A reader that an alignment is learned with: it is trained on one, and its scores give the next. */
export interface AligningReader {
  readonly build: Build;
  batch(units: readonly Contrasted[], next: Random): Values;
  /** g(s_i, d_j) of chapters, in their order. */
  gains(replicas: Replicas, chapters: readonly EncodedChapter[]): Promise<Matrix[]>;
  /** H*: the best staircase over its scores. */
  best(gains: Matrix): Alignment;
  answers(replicas: Replicas, examined: readonly Examined[]): Promise<Answer[]>;
}

/** The reader's results for some jobs, a few at a time: all batches of a corpus would not fit in memory. */
export async function* evaluated<Job>(
  replicas: Replicas,
  jobs: readonly Job[],
  batchOf: (job: Job) => Values,
): AsyncIterable<{ readonly job: Job; readonly results: Values }> {
  const atOnce = 4 * replicas.threads;
  for (let first = 0; first < jobs.length; first += atOnce) {
    const some = jobs.slice(first, first + atOnce);
    const all = await replicas.evaluate(some.map(batchOf));
    yield* some.map((job, k) => ({ job, results: all[k]! }));
  }
}
