import { numeral } from "@plotline/corpus";
import { chapterWords, englishNumbers as numbers } from "@plotline/text";
import words from "./data/label-words.json" with { type: "json" };

/** What a heading says about its place: "Book 2, Chapters 4-6: The Storm" is part 2, numbers 4 to 6, "storm". */
export interface Label {
  readonly part: number | undefined;
  /** The first and last number it covers; undefined where it has none. */
  readonly numbers: { readonly first: number; readonly last: number } | undefined;
  /** Whether those are numbers of parts (books, acts) or of chapters (scenes, cantos). */
  readonly unit: "part" | "chapter" | undefined;
  readonly special: Special | undefined;
  /** The words of its title, without those that every heading has. */
  readonly title: readonly string[];
}

export type Special = "prologue" | "preface" | "epilogue" | "overview";

/** Reads a heading of a guide or of a book. The work's own title in it is not part of the section's. */
export function readLabel(heading: string, work = ""): Label {
  const text = withoutNoise(simplified(heading), simplified(work));
  const marks = [...numbered(text)];
  const rest = marks.reduce((left, { from, to }) => left.slice(0, from) + " ".repeat(to - from) + left.slice(to), text);
  const named = marks.filter(({ unit }) => unit !== "section");
  const leaf = named.findLast(({ unit }) => !isPart(unit)) ?? named.at(-1) ?? marks.at(-1);
  const part = marks.findLast((mark) => mark !== leaf && isPart(mark.unit));
  return {
    part: part?.first,
    numbers: leaf && { first: leaf.first, last: leaf.last },
    unit: leaf && (isPart(leaf.unit) ? "part" : "chapter"),
    special: leaf === undefined ? specialOf(text) : undefined,
    title: titleWords(rest),
  };
}

/** `Chapter 3`, `Zweiter Akt`, `Ch. 4 - The Storm`: it begins with a word for chapters, and a number next to it. */
export function opensWithUnit(heading: string): boolean {
  return openingUnit.test(simplified(heading));
}

/** How much two titles have in common: shared words by all words (Dice), 0 where either has none. */
export function titleLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [mine, other] = [new Set(a), new Set(b)];
  const shared = [...mine].filter((word) => other.has(word)).length;
  return (2 * shared) / (mine.size + other.size);
}

interface Mark {
  readonly unit: string;
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

const parts = new Set([...words.parts, ...chapterWords.division, ...chapterWords.act]);
const english = new Set([...words.parts, ...words.units]);
const everyUnit = [...parts, ...words.units, ...chapterWords.chapter, ...chapterWords.scene, ...words.foreign];
const units = longestFirst(everyUnit);
/** Only next to these are words of other languages numbers: "Once" is eleven in Spanish alone. */
const foreignUnits = longestFirst(everyUnit.filter((word) => !english.has(word)));
const numberWords = longestFirst(
  [...numbers.ones, ...numbers.tens, ...numbers.ordinals, ...numbers.ordinalTens].filter(Boolean),
);
const number = `(?:\\d{1,3}(?:st|nd|rd|th|er|re|eme|[a-eo])?|(?:${numberWords})(?:[ -](?:${numberWords}))?|[clxvi]+)`;
const until = "(?:\\.?\\s*[-–—/+]\\s*|\\s*(?:,(?:\\s*and|\\s*&)?|and|&|to|through|thru|bis|und|et|a|y|e|en)\\s+)";
const range = `(${number})((?:${until}(?:${number})(?![a-z0-9]))*)`;
const sameUnitAgain = `(${number})((?:${until}(?:\\1s?\\.?\\s+)?(?:${number})(?![a-z0-9]))*)`;
const openingUnit = new RegExp(
  `^\\W*(?:the\\s+)?(?:(?:${longestFirst(words.summaries)}|[\\p{L}\\d]+[. ]{1,2}(?:${units})|${units})(?!\\p{L})|[ivx\\d]+\\.[ivx\\d]+)`,
  "u",
);
const afterUnit = new RegExp(
  `(?<![a-z0-9])(${units})\\.?\\s*(?:the\\s+|no\\.?\\s+|#\\s*)?${sameUnitAgain}(?![a-z0-9])`,
  "g",
);
const beforeUnit = new RegExp(`(?<![a-z0-9])(?:the\\s+)?(${number})\\s+(${units})(?![a-z0-9])`, "g");
const anyNumber = new RegExp(`(?<![a-z0-9])${number}(?![a-z0-9])`, "g");
const wordAfterUnit = new RegExp(`(?<![a-z0-9])(${foreignUnits})\\.?\\s+(\\p{L}+)(?: (\\p{L}+))?`, "gu");
const wordBeforeUnit = new RegExp(
  `(?<!\\p{L})(?:(\\p{L}+)[ -])?([\\p{L}\\d]+)\\.?\\s+(${foreignUnits})(?![\\p{L}0-9])`,
  "gu",
);
const actScene = /(?<![a-z0-9])(\d{1,2}|[ivx]+)\.(\d{1,2}|[ivx]+)(?![a-z0-9])/;
const bare = new RegExp(`^\\s*#?\\(?${range}(?:\\s*[.:)\\]–—-]|\\s*$|(?=\\s+[^a-z0-9]))`);

const behind = new RegExp(`^\\s*[.,:]\\s+${range}(?=\\s*[.:)–—-]|\\s*$)`);
const hashed = /^\s*#(\d{1,3})(?=\s)/;

/** The numbers of a heading, outermost first; never two marks on one stretch. */
function* numbered(text: string): Iterable<Mark> {
  const found = [...marksAfterUnits(text)];
  if (found.length === 0) found.push(...marksBeforeUnits(text));
  for (const mark of marksInWords(text))
    if (found.every(({ from, to }) => mark.to <= from || mark.from >= to)) found.push(mark);
  found.sort((a, b) => a.from - b.from);
  if (found.length === 0) found.push(...actAndScene(text));
  if (found.length === 0) found.push(...bareNumber(text));
  if (found.length === 1 && isPart(found[0]!.unit)) found.push(...numberBehind(text, found[0]!.to));
  yield* found;
}

function* marksAfterUnits(text: string): Iterable<Mark> {
  for (const match of text.matchAll(afterUnit)) {
    const [all, unit = "", first = "", more = ""] = match;
    const isOnePart = isPart(unit) && !unit.endsWith("s") && /^\s*,/.test(more);
    yield* isOnePart
      ? mark(unit, first, "", match.index, all.length - more.length)
      : mark(unit, first, more, match.index, all.length);
  }
}

/** `Book One, II. The Falling Star`: the chapter's number, right behind its part's. */
function* numberBehind(text: string, from: number): Iterable<Mark> {
  const [all, first = "", more = ""] = behind.exec(text.slice(from)) ?? [];
  if (all !== undefined) yield* mark("chapter", first, more, from, all.length);
}

function* marksBeforeUnits(text: string): Iterable<Mark> {
  for (const match of text.matchAll(beforeUnit)) {
    const [all, first = "", unit = ""] = match;
    yield* mark(unit, first, "", match.index, all.length);
  }
}

/** `Zweites Kapitel`, `Chapitre premier`, `Capítulo vigésimo primero`. */
function* marksInWords(text: string): Iterable<Mark> {
  for (const match of text.matchAll(wordAfterUnit)) {
    const [, unit = "", first = "", second = ""] = match;
    const value = numeral(`${first} ${second}`) === undefined ? first : `${first} ${second}`;
    yield* mark(unit, value, "", match.index, match[0].length - (value === first ? second.length : 0));
  }
  for (const match of text.matchAll(wordBeforeUnit)) {
    const [all, first = "", second = "", unit = ""] = match;
    const value = numeral(`${first} ${second}`) === undefined ? second : `${first} ${second}`;
    yield* mark(unit, value, "", match.index, all.length);
  }
}

function* actAndScene(text: string): Iterable<Mark> {
  const match = actScene.exec(text);
  if (match === null) return;
  const [all, act = "", scene = ""] = match;
  yield* mark("act", act, "", match.index, 0);
  yield* mark("scene", scene, "", match.index, all.length);
}

function* bareNumber(text: string): Iterable<Mark> {
  const match = bare.exec(text) ?? hashed.exec(text);
  if (match !== null) yield* mark("chapter", match[1] ?? "", match[2] ?? "", 0, match[0].length);
}

function* mark(unit: string, start: string, more: string, from: number, length: number): Iterable<Mark> {
  const first = numeral(start.replace(/(?<=\d)[a-z]+$/, ""))?.value;
  const others = (more.match(anyNumber) ?? []).flatMap((each) => numeral(each)?.value ?? []);
  if (first === undefined) return;
  const last = others.at(-1) ?? first;
  yield { unit, first, last: last < first || last - first > 200 ? first : last, from, to: from + length };
}

function isPart(unit: string): boolean {
  return parts.has(unit);
}

/** Alternatives of a regular expression: the first that fits is taken, so that "chapters" has to come before "chapter". */
function longestFirst(alternatives: readonly string[]): string {
  return [...new Set(alternatives)].sort((a, b) => b.length - a.length).join("|");
}

/** One spelling: small letters, plain quotes, no accents. */
function simplified(text: string): string {
  return text
    .slice(0, 300)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[_*]/g, " ")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

function withoutNoise(text: string, work: string): string {
  const bare = text.replace(/\s*[|•].*$/, "");
  const own = work !== "" && bare.startsWith(work) ? bare.slice(work.length).replace(/^[\s:,'’.–—-]+/, "") : bare;
  return (
    (own || bare)
      .replace(/\bsummary (?:and|&) analysis\b(?: of)?/g, " ")
      .replace(/^\s*(?:summary|analysis)(?: of)?\b:?/, " ")
      .trim() || bare
  );
}

function specialOf(text: string): Special | undefined {
  const plain = text
    .replace(/[^a-z ]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^the /, "")
    .trim();
  for (const special of ["overview", "prologue", "preface", "epilogue"] as const) {
    if (
      words.specials[special].some((word) => plain === word || (special !== "overview" && plain.startsWith(`${word} `)))
    )
      return special;
  }
  return undefined;
}

const ignored = new Set([...words.noise, "the", "a", "an", "of", "and", "in", "to", "which", "is", "i"]);

const noise = new RegExp(`\\b(?:${longestFirst(words.noise)})\\b`, "g");

function titleWords(text: string): string[] {
  return (text.replace(noise, " ").match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []).filter((word) => !ignored.has(word));
}
