import type { StoryMention } from "../../tasks/work.ts";
import type { Mention, NameIndex } from "../../text/names/index.ts";
import { type Passage, passagesOf, type Segment, segmentsOf } from "../passages.ts";
import type { Attention } from "./attention.ts";

/** A segment with the mentions in it; their places are those in its paragraph. */
export interface NamingSegment extends Segment {
  readonly mentions: readonly StoryMention[];
  readonly names: ReadonlySet<number>;
}

export function namingSegments(story: readonly string[], index: NameIndex): NamingSegment[] {
  const known = story.map((text) => index.known(text).filter(isNamed));
  return segmentsOf(story).map((segment) => {
    const { paragraph, start, end } = segment;
    const mentions = known[paragraph]!.filter((mention) => mention.start >= start && mention.end <= end);
    return { ...segment, mentions, names: new Set(mentions.map(({ entity }) => entity)) };
  });
}

function isNamed(mention: Mention): mention is StoryMention {
  return mention.entity !== undefined;
}

/** How many passages of a chapter a reader reads for a question … */
const likelyCount = 4;
/** … and how many more for candidates whom those do not name. */
const nameCount = 2;
const passageWords = 190;

/**
 * Where a reader looks that cannot read the whole chapter: where the point likely is and where its words are; then where
 * candidates are named whom it would not meet there.
 */
export function questionPassages(
  segments: readonly NamingSegment[],
  attention: Attention,
  candidates: readonly number[],
): Passage[] {
  const weights = weightsOf(attention);
  const found = passagesOf(segments, weights, { count: likelyCount, words: passageWords });
  for (let k = 0; k < nameCount; k++) {
    const read = new Set(found.flatMap(({ from, to }) => range(from, to)));
    const met = new Set([...read].flatMap((segment) => [...segments[segment]!.names]));
    const missing = candidates.filter((entity) => !met.has(entity));
    const isWanted = (segment: number) => missing.some((entity) => segments[segment]!.names.has(entity));
    found.push(...passagesOf(segments, weights, { count: 1, words: passageWords, taken: read, isSeed: isWanted }));
  }
  return found;
}

function weightsOf({ likely, words: shared }: Attention): Float64Array {
  const near = spread(likely);
  const [most, mostShared] = [Math.max(1e-9, ...near), Math.max(1e-9, ...shared)];
  return near.map((weight, k) => (0.6 * weight) / most + (0.4 * shared[k]!) / mostShared);
}

/** A paragraph next to a likely one may be covered too. */
function spread(weights: Float64Array): Float64Array {
  return weights.map((own, k) => own + 0.5 * ((weights[k - 1] ?? 0) + (weights[k + 1] ?? 0)));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}
