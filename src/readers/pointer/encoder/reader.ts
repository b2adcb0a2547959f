import type { Protocol } from "../../../tasks/options.ts";
import type { Blend } from "../../blend.ts";
import type { Column } from "../../column.ts";
import { logShares } from "../../softmax.ts";

/** A stretch of a passage: some text, or a name with the number of its entity. */
export interface PassagePart {
  readonly text: string;
  readonly entity?: number;
}

/** A name of a passage, and how well whoever it names fits the gap. */
export interface MentionScore {
  readonly entity: number;
  readonly score: number;
}

/** An encoder that was trained to read a question next to passages of its story. */
export interface ClozeReader {
  readonly name: string;
  readonly about: string;
  /** The score of a candidate whom no passage names. */
  readonly absent: number;
  /** How its scores are weighed against the pointer's. */
  readonly blends: Readonly<Record<Protocol, Blend>>;
  /** The point with its gaps, read with each passage; the names of all passages. */
  read(point: (gap: string) => string, passages: readonly (readonly PassagePart[])[]): Promise<readonly MentionScore[]>;
}

/** What the encoder says of one candidate: the logarithm of its mentions' sum, the best of them, and how many. */
export interface CandidateScore {
  readonly sum: number;
  readonly best: number;
  readonly mentions: number;
}

export function candidateScore(found: readonly MentionScore[], entity: number, absent: number): CandidateScore {
  const own = found.filter((mention) => mention.entity === entity).map(({ score }) => score);
  if (own.length === 0) return { sum: absent, best: absent, mentions: 0 };
  const best = Math.max(...own);
  const sum = Math.log(own.reduce((total, score) => total + Math.exp(score - best), 0)) + best;
  return { sum, best, mentions: own.length };
}

/** One candidate: the logarithms of its shares among all candidates, and whether passages name it. */
interface Seen {
  readonly pointer: number;
  readonly sum: number;
  readonly best: number;
  readonly mentions: number;
}

const columns: readonly Column<Seen>[] = [
  { name: "pointer", of: ({ pointer }) => pointer },
  { name: "read, all mentions", of: ({ sum }) => sum },
  { name: "read, best mention", of: ({ best }) => best },
  { name: "not named", of: ({ mentions }) => Number(mentions === 0) },
  { name: "mentions", of: ({ mentions }) => Math.log1p(mentions) },
];

export const clozeBlendColumns: readonly string[] = columns.map(({ name }) => name);

/** A row for each candidate, in the order of `clozeBlendColumns`; `chances` are the pointer's. */
export function clozeBlendRows(chances: readonly number[], scores: readonly CandidateScore[]): number[][] {
  const sums = logShares(scores.map(({ sum }) => sum));
  const bests = logShares(scores.map(({ best }) => best));
  return scores.map(({ mentions }, k) => {
    const seen = { pointer: Math.log(chances[k]! + 1e-4), sum: sums[k]!, best: bests[k]!, mentions };
    return columns.map(({ of }) => of(seen));
  });
}
