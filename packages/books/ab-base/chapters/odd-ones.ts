import { median } from "@plotline/base";
import type { Block } from "@plotline/formats";
import type { Divided, Doubt } from "./doubts.ts";
import { type Kind, kindOf, mostCommon } from "./kinds.ts";
import { titleKey, undecorated } from "./lettering.ts";
import { doubtWeights } from "./limits.ts";
import type { Section } from "./sections.ts";
import { headingSetting } from "./settings.ts";

/** Chapters that are unlike the others. */
const limits = {
  /** Fewer chapters need not be alike. */
  least: 4,
  /** Of headings that are named in a message. */
  shown: 3,
  /** A first chapter of 1/n of the usual length, whatever its heading; either end, of another kind. */
  tiny: 20,
  short: 4,
  /** With this many numbered chapters, a last one without a number may be an appendix though the list names it. */
  many: 10,
  /** The share of chapters with titles among numbered ones that is more than a few. */
  mixed: 0.125,
  /** Words above and below a line that is set like a heading. */
  wordsAround: 200,
} as const;

/** Chapters that are unlike the others: an advertisement or a title page at either end, sections among stories. */
export function oddOnes(divided: Divided, lengths: readonly number[]): Doubt[] {
  if (divided.chapters.length < limits.least) return [];
  const kinds = divided.chapters.map((chapter) => titledKind(chapter, divided));
  const usual = mostCommon(kinds);
  return [
    ...unnumbered(divided, kinds, usual),
    ...oddEnds(divided, kinds, usual, lengths),
    ...mixedKinds(kinds, divided),
  ];
}

/** A letter without a number has a title: its date or address. */
function titledKind(chapter: Section, { headings }: Divided): Kind {
  const kind = kindOf(chapter, headings);
  return kind === "letter" ? "title" : kind;
}

/** Where the chapters are counted, one that has neither a number nor a name such as "Epilogue" may be none. */
function unnumbered({ chapters, contents, aims, structure }: Divided, kinds: readonly Kind[], usual: Kind): Doubt[] {
  if (structure.scenic || usual === "title") return [];
  const listed = new Set(contents.entries.flatMap(({ keys }) => keys));
  const strange = chapters.filter(
    ({ heading, at }, k) => kinds[k] === "title" && !listed.has(titleKey(heading)) && !aims.has(at),
  );
  if (strange.length === 0) return [];
  const more = strange.length > limits.shown ? ` and ${strange.length - limits.shown} more` : "";
  const text = `${strange.slice(0, limits.shown).map(placed).join(", ")}${more} ${strange.length === 1 ? "has" : "have"} no number, where the other chapters have one`;
  return [{ text, weight: Math.min(doubtWeights.mostUnnumbered, doubtWeights.unnumbered * strange.length) }];
}

/** The first or the last is of another kind, or hardly anything: it may be a title page, an appendix, an advertisement. */
function oddEnds(
  { chapters, aims, structure }: Divided,
  kinds: readonly Kind[],
  usual: Kind,
  lengths: readonly number[],
): Doubt[] {
  const usualLength = median(lengths);
  const ends = [0, chapters.length - 1];
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length;
  const areAtEnds = ends.filter((k) => kinds[k] === "title").length === count("title");
  const strange = ends.filter((k) => {
    const [kind, length] = [kinds[k]!, lengths[k]!];
    if (kind === "named" || kind === "without") return false;
    if (k === 0 && length * limits.tiny < usualLength) return true;
    if (kind === usual || (kind.startsWith("counted") && count(kind) > 1)) return false;
    if (!aims.has(chapters[k]!.at) || length * limits.short < usualLength) return true;
    return kind === "title" && areAtEnds && structure.leaves.length >= limits.many;
  });
  if (strange.length === 0) return [];
  return [{ text: `${strange.map((k) => placed(chapters[k]!)).join(" and ")} may not belong to the story`, weight: 0 }];
}

/** Numbers on some and titles on others: the numbers may count the sections of a story, or the titles name them. */
function mixedKinds(kinds: readonly Kind[], { structure }: Divided): Doubt[] {
  const numbered = kinds.filter((kind) => kind.startsWith("counted")).length;
  const titled = kinds.filter((kind) => kind === "title").length;
  if (structure.scenic || Math.min(numbered, titled) < 2) return [];
  if (titled < numbered && titled <= limits.mixed * kinds.length) return [];
  return [{ text: `${numbered} of the ${kinds.length} chapters have numbers, and the others have none`, weight: 0 }];
}

/** Lines inside of chapters that are set as their headings are, or as the titles above those, with text around them. */
export function headingsInside(divided: Divided): Doubt[] {
  const { chapters, blocks, words, headings, structure } = divided;
  if (chapters.length < limits.least) return [];
  const usual = mostCommon(chapters.map((chapter) => titledKind(chapter, divided)));
  const word = usual.replace("counted ", "");
  const areTitles = usual === "title" || (word === "scene" && structure.leaves.length === 0);
  const own = commonSetting(
    chapters.map(({ at }) => at),
    blocks,
  );
  const above = commonSetting(structure.leaves.length > 0 ? structure.titles.map(({ block }) => block) : [], blocks);
  const isLike = (block: number) => {
    const setting = headingSetting(blocks[block]!);
    if (setting === undefined || headings.get(block)?.class === "number") return false;
    return setting === own
      ? areTitles || firstWord(blocks[block]!.text) === word
      : setting === above && !headings.has(block);
  };
  const strange = chapters.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, to - from - 1) }, (_, k) => from + 1 + k).filter(
      (block) =>
        isLike(block) &&
        words[block]! - words[from]! > limits.wordsAround &&
        words[to]! - words[block]! > limits.wordsAround,
    ),
  );
  const [first] = strange;
  if (first === undefined) return [];
  const more = strange.length > 1 ? ` and ${strange.length - 1} more like it` : "";
  const text = `"${undecorated(blocks[first]!.text).slice(0, 60)}" at line ${blocks[first]!.line}${more} is set like the headings of chapters`;
  return [{ text, weight: Math.min(doubtWeights.mostUnused, doubtWeights.unused * strange.length) }];
}

/** How at least half of these lines are set. */
function commonSetting(places: readonly number[], blocks: readonly Block[]): string | undefined {
  const settings = places.map((at) => headingSetting(blocks[at]!));
  if (settings.length < limits.least) return undefined;
  return settings.find(
    (own) => own !== undefined && settings.filter((each) => each === own).length * 2 >= settings.length,
  );
}

function firstWord(text: string): string {
  return /\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";
}

function placed({ heading, line }: Section): string {
  return `"${heading.slice(0, 60)}" at line ${line}`;
}
