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

/** The candidates of a question by name, and the title of their work. */
export interface Cast {
  readonly title: string;
  readonly candidates: readonly { readonly entity: number; readonly name: string }[];
}

/** An encoder that was trained to read a question next to passages of its story. */
export interface ClozeReader {
  readonly name: string;
  readonly about: string;
  /** How its scores are weighed against the pointer's. */
  readonly blends: Readonly<Record<Protocol, Blend>>;
  /** The point with its gaps, read with each passage and with the list of the candidates: the names of both. */
  read(
    point: (gap: string) => string,
    passages: readonly (readonly PassagePart[])[],
    cast: Cast,
  ): Promise<{ readonly named: readonly MentionScore[]; readonly listed: readonly MentionScore[] }>;
}

/**
 * What the encoder says of one candidate: the logarithm of the sum over its mentions and its place in the list, its best
 * mention, how many there are, and what it says of the list alone.
 */
export interface CandidateScore {
  readonly sum: number;
  readonly best: number;
  readonly mentions: number;
  readonly listed: number;
}

/** `mentions` are the scores of its mentions in the passages, `listed` that of its name in the list. */
export function candidateScore(mentions: readonly number[], listed: number): CandidateScore {
  const all = [...mentions, listed];
  const most = Math.max(...all);
  const sum = Math.log(all.reduce((total, score) => total + Math.exp(score - most), 0)) + most;
  return { sum, best: mentions.length > 0 ? Math.max(...mentions) : listed, mentions: mentions.length, listed };
}

/** One candidate: the logarithms of its shares among all candidates, and whether passages name it. */
interface Seen extends CandidateScore {
  readonly pointer: number;
}

const columns: readonly Column<Seen>[] = [
  { name: "pointer", of: ({ pointer }) => pointer },
  { name: "read, all mentions", of: ({ sum }) => sum },
  { name: "read, best mention", of: ({ best }) => best },
  { name: "read in the list", of: ({ listed }) => listed },
  { name: "not named", of: ({ mentions }) => Number(mentions === 0) },
  { name: "mentions", of: ({ mentions }) => Math.log1p(mentions) },
];

export const clozeBlendColumns: readonly string[] = columns.map(({ name }) => name);

/** A row for each candidate, in the order of `clozeBlendColumns`; `chances` are the pointer's. */
export function clozeBlendRows(chances: readonly number[], scores: readonly CandidateScore[]): number[][] {
  const [sums, bests, listed] = (["sum", "best", "listed"] as const).map((key) => logShares(scores.map((s) => s[key])));
  return scores.map(({ mentions }, k) => {
    const pointer = Math.log(chances[k]! + 1e-4);
    const seen = { pointer, sum: sums![k]!, best: bests![k]!, listed: listed![k]!, mentions };
    return columns.map(({ of }) => of(seen));
  });
}
