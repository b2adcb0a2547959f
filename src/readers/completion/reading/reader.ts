import type { Protocol } from "../../../tasks/options.ts";
import type { Blend } from "../../blend.ts";
import type { Column } from "../../column.ts";
import { logShares } from "../../softmax.ts";

/** An encoder that was trained to judge whether a continuation continues its beginning. */
export interface ContinuationReader {
  readonly name: string;
  readonly about: string;
  /** How its scores are weighed against those of the scorer, which needs no encoder. */
  readonly blends: Readonly<Record<Protocol, Blend>>;
  /** For each option; the passage of the story that speaks most for it may be empty. */
  read(
    prefix: string,
    options: readonly { readonly text: string; readonly passage: string }[],
  ): Promise<readonly ContinuationScores[]>;
}

/** What it says of one continuation: read with the passage, and by itself. */
export interface ContinuationScores {
  readonly read: number;
  readonly alone: number;
}

/** One option: what the scorer and the reader say of it, each as the logarithm of its share among the options. */
interface Seen extends ContinuationScores {
  readonly scorer: number;
}

const columns: readonly Column<Seen>[] = [
  { name: "scorer", of: ({ scorer }) => scorer },
  { name: "read with its passage", of: ({ read }) => read },
  { name: "read alone", of: ({ alone }) => alone },
];

export const blendColumns: readonly string[] = columns.map(({ name }) => name);

/** A row for each option, in the order of `blendColumns`. */
export function blendRows(scorer: readonly number[], scores: readonly ContinuationScores[]): number[][] {
  const own = logShares(scorer);
  const read = logShares(scores.map((each) => each.read));
  const alone = logShares(scores.map((each) => each.alone));
  return scores.map((_, k) => columns.map(({ of }) => of({ scorer: own[k]!, read: read[k]!, alone: alone[k]! })));
}
