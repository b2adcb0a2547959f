import type { Sex, StoryMention } from "@plotline/text";
import words from "./data/words-of-sex.json" with { type: "json" };

/** What a point says about whom its gap may mean. */
export interface Point {
  /** Whom else it names. */
  readonly named: readonly number[];
  /** A man or a woman; either, if it speaks of both and nothing tells which of them the gap is. */
  readonly sex: Sex | "either" | undefined;
}

/** What a point says of the entity that it hides, to one who knows the sex of the others. */
export function pointOf(
  entity: number,
  point: string,
  mentions: readonly StoryMention[],
  sexOf: (entity: number) => Sex | undefined,
): Point {
  const named = [...new Set(mentions.map((mention) => mention.entity))].filter((other) => other !== entity);
  const own = sexOf(entity);
  const [gap] = mentions.filter((mention) => mention.entity === entity);
  const isSaidOfGap = ({ at, sex }: { at: number; sex: Sex }) => {
    if (gap === undefined || sex !== (own ?? sex)) return false;
    if (at > gap.start) return true;
    const between = point.slice(at, gap.start);
    if (/^\p{L}+,? $/u.test(between)) return true;
    const others = mentions.filter(({ end, entity: other }) => end <= at && other !== entity);
    return isAhead(between) && !others.some((other) => (sexOf(other.entity) ?? sex) === sex);
  };
  const [sex, ...more] = new Set(
    wordsOfSex(point)
      .filter(isSaidOfGap)
      .map((word) => word.sex),
  );
  return { named, sex: more.length > 0 ? "either" : sex };
}

/** "If she comes, ____": in one sentence, and in a clause of its own. */
function isAhead(between: string): boolean {
  return between.includes(",") && !/[.!?]\W*\s/.test(between);
}

const sexOfWord = new Map<string, Sex>([
  ...words.male.map((word) => [word, "male"] as const),
  ...words.female.map((word) => [word, "female"] as const),
]);

/** Every word of a text that says man or woman: pronouns, "widow", "his father". */
function wordsOfSex(text: string): { readonly at: number; readonly sex: Sex }[] {
  return [...text.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index: at }) => {
    const sex = sexOfWord.get(word.toLowerCase());
    return sex === undefined ? [] : [{ at, sex }];
  });
}
