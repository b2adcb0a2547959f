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
