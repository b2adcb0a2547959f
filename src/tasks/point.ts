import { folded } from "../text/names/lexicon.ts";
import { type Sex, wordsOfSex } from "./pronouns.ts";
import type { StoryMention } from "./work.ts";

/**
 * What a point says about whom its gap may mean: whom else it names or speaks of, and whether a man or a woman is missing;
 * "either" if it speaks of both, and nothing tells which of them the gap is.
 */
export interface Point {
  readonly named: readonly number[];
  /** Of the family that it names ("the Allens"), or with a name that it has alone. */
  readonly spokenOf: readonly number[];
  readonly sex: Sex | "either" | undefined;
}

/** What a point says of the entity that it hides, to one who knows the sex of the others. */
export function pointOf(
  entity: number,
  bullet: string,
  mentions: readonly StoryMention[],
  sexOf: (entity: number) => Sex | undefined,
): Omit<Point, "spokenOf"> {
  const named = [...new Set(mentions.map((mention) => mention.entity))].filter((other) => other !== entity);
  const own = sexOf(entity);
  const [gap] = mentions.filter((mention) => mention.entity === entity);
  const isSaidOfGap = ({ at, sex }: { at: number; sex: Sex }) => {
    if (gap === undefined || sex !== (own ?? sex)) return false;
    if (at > gap.start) return true;
    const between = bullet.slice(at, gap.start);
    if (/^\p{L}+,? $/u.test(between)) return true;
    const others = mentions.filter(({ end, entity: other }) => end <= at && other !== entity);
    return isAhead(between) && !others.some((other) => (sexOf(other.entity) ?? sex) === sex);
  };
  const [sex, ...more] = new Set(
    wordsOfSex(bullet)
      .filter(isSaidOfGap)
      .map((word) => word.sex),
  );
  return { named, sex: more.length > 0 ? "either" : sex };
}

/** The capitalised words of a point outside its mentions, in small letters: "the Allens". */
export function looseNames(bullet: string, mentions: readonly StoryMention[]): string[] {
  return [...bullet.matchAll(/\p{Lu}[\p{L}'’]+/gu)]
    .filter(({ index }) => !mentions.some(({ start, end }) => start <= index && index < end))
    .map(({ 0: word }) => folded(word.toLowerCase()).replace(/'s?$/, ""));
}

/** "If she comes, ____": in one sentence, and in a clause of its own. */
function isAhead(between: string): boolean {
  return between.includes(",") && !/[.!?]\W*\s/.test(between);
}
