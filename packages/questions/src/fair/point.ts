import { folded, type ParsedName } from "@plotline/text";
import type { StoryMention } from "../work.ts";
import { type Sex, wordsOfSex } from "./pronouns.ts";

/** What a point says about whom its gap may mean. */
export interface Point {
  /** Whom else it names. */
  readonly named: readonly number[];
  /** Of the family that it names ("the Allens"), or with a name that it has alone. */
  readonly spokenOf: readonly number[];
  /** A man or a woman; either, if it speaks of both and nothing tells which of them the gap is. */
  readonly sex: Sex | "either" | undefined;
  /** It speaks of a king, or a captain, and whoever is hidden is one. */
  readonly office: string | undefined;
  /** It speaks of a husband, and whoever is hidden is a "Mrs."; or of a fiancé, and she is none. */
  readonly isWife: boolean | undefined;
}

/** What the words of a point, names aside, say about somebody known by these names. */
export function statusIn(
  bullet: string,
  mentions: readonly StoryMention[],
  names: readonly ParsedName[],
): Pick<Point, "office" | "isWife"> {
  const text = withoutNames(bullet, mentions);
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const titles = names.flatMap((name) => name.titles).map(spelledShort);
  const isCalledWife = names[0]?.wife ?? false;
  const isWife = (isCalledWife ? ofWives : ofMaidens).test(text) ? isCalledWife : undefined;
  const office = titles.find((title) => calledAlso(title).some((word) => words.has(word)));
  return { office, isWife };
}

/** Whether one of these names has a title. */
export function holds(office: string, names: readonly ParsedName[]): boolean {
  return names.some(({ titles }) => titles.map(spelledShort).includes(office));
}

function spelledShort(title: string): string {
  return title === "doctor" ? "dr" : title;
}

/** The words for whoever has a title; none for one that is no office. */
function calledAlso(title: string): readonly string[] {
  return otherWords[title] ?? (offices.has(title) ? [title] : []);
}

const otherWords: Readonly<Record<string, readonly string[]>> = {
  captain: ["captain", "commander", "skipper"],
  inspector: ["inspector", "police", "policeman", "detective"],
  dr: ["doctor", "physician"],
  brother: ["monk", "friar"],
  friar: ["monk", "friar"],
  father: ["priest"],
  sister: ["nun"],
  sir: ["knight"],
};

const offices = new Set(
  "king queen prince princess duke duchess earl count countess emperor captain colonel general judge governor professor bishop cardinal friar squire uncle aunt".split(
    " ",
  ),
);
const ofWives = /\b(?:husband|widow\w*|wife|wives|married)\b/i;
const ofMaidens =
  /\b(?:fianc\p{L}+|engage(?:d|ment)|betroth\w*|court(?:ing|ship)|brides?|suitors?|propos(?:es|ed|al)|kids?|child(?:ren)?|teen\w*|maiden|niece|(?:grand)?daughter)\b/iu;

function withoutNames(bullet: string, mentions: readonly StoryMention[]): string {
  return mentions.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, bullet);
}

/** What a point says of the entity that it hides, to one who knows the sex of the others. */
export function pointOf(
  entity: number,
  bullet: string,
  mentions: readonly StoryMention[],
  sexOf: (entity: number) => Sex | undefined,
): Pick<Point, "named" | "sex"> {
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
