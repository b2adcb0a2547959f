import type { Block } from "./block.ts";
import words from "./data/heading-words.json" with { type: "json" };
import { type NumberStyle, numberWords, numeral, spelledAhead } from "./numbers.ts";

/** What a heading opens: a division holds chapters, a leaf is one; front and back matter are no part of the story. */
export type HeadingClass =
  | "division"
  | "act"
  | "scene"
  | "leaf"
  | "number"
  | "front"
  | "opening"
  | "closing"
  | "back"
  | "contents"
  | "cast";

export interface Heading {
  readonly class: HeadingClass;
  /** `chapter`, `book`, `preface`; empty for a numeral alone. */
  readonly word: string;
  /** Undefined where it has none; Infinity for "Chapter the Last". */
  readonly number: number | undefined;
  readonly style: NumberStyle | undefined;
  /** What follows the number. */
  readonly title: string;
  /** The act of "ACT I. SCENE 2", the book of "BOOK I. CHAPTER 1". */
  readonly parent: Pick<Heading, "class" | "word" | "number"> | undefined;
  /** How many lines of its block belong to it. */
  readonly lines: number;
}

/** What a block says when it is a heading, or starts with one. */
export function headingOf(block: Block): Heading | undefined {
  if (!mayBegin(block.text)) return undefined;
  const first = firstLine(block.text);
  if (first.length > (block.level > 0 ? 600 : 160)) return undefined;
  const line = undecorated(first);
  if (line === "") return undefined;
  const rest = block.text.includes("\n") ? block.text.trim().split("\n").slice(1) : [];
  const found = keyword(line) ?? ordinalFirst(line) ?? named(line, block) ?? numbered(line, rest);
  return found === undefined ? undefined : settled(found, line, rest, block);
}

/** The heading as one line, for people. */
export function headingText(block: Block, heading: Heading): string {
  return undecorated(block.text.trim().split("\n").slice(0, heading.lines).join(" "));
}

/** Letters only, folded: how titles are compared. */
export function titleKey(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function isCapitals(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length > 0 && letters.replace(/\p{Ll}/gu, "").length >= letters.length * 0.9;
}

export function undecorated(line: string): string {
  return line
    .replace(/\[(?:\d{1,3}|[A-Z*])\]|<\d+>|\(\d+\)$/g, "")
    .replace(/^[\s_*=#~[({<|·•+–—-]+|[\s_*=#~\])}>|·•+–—-]+$/g, "")
    .replace(/_|=/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function firstLine(whole: string): string {
  const text = whole.length > 900 ? whole.slice(0, 900) : whole;
  const start = text.length - text.trimStart().length;
  const end = text.indexOf("\n", start);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}

/**
 * Does the first word open headings at all? Nearly every paragraph is ruled out here, so this must be quick.
 * A heading begins with a word of our lists, a number in some form, or a single letter.
 */
function mayBegin(line: string): boolean {
  let start = 0;
  while (start < line.length && !isLetter(line.charCodeAt(start))) {
    const code = line.charCodeAt(start++);
    if (code >= 48 && code <= 57) return true;
    if (start > 40 || isQuote(code)) return false;
  }
  let end = start;
  while (end < line.length && isLetter(line.charCodeAt(end))) end++;
  // "I was", "A man": a letter and a word in small letters make no heading.
  if (end - start < 2) return !isSmall(line.charCodeAt(end + 1)) || line.charCodeAt(end) !== 32;
  const first = line.slice(start, end);
  if (/^[IVXLC]+$|^[ivxlc]+$/.test(first)) return true;
  const word = first.toLowerCase();
  return word === "the" ? line.length < 90 || line.lastIndexOf("\n", 90) > 0 : firstWords.has(word);
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 0x201c || code === 0x2018;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 192 && (code < 0x2000 || code > 0x2bff));
}

type Found = Omit<Heading, "lines">;

const classes: ReadonlyMap<string, HeadingClass> = new Map(
  (["division", "act", "scene", "leaf"] as const).flatMap((each) => words[each].map((word) => [word, each] as const)),
);

/** Words that open sentences too: more is asked of what follows. */
const weak = new Set([
  "no",
  "number",
  "day",
  "night",
  "case",
  "part",
  "fit",
  "story",
  "tale",
  "letter",
  "ch",
  "sc",
  "pt",
  "section",
  "legend",
  "quarter",
  "problem",
]);

/** `CHAPTER IV. A Title`, `Act 1, Scene 2`, `Chapter the Last`, `Actus Primus. Scoena Prima.` */
function keyword(line: string): Found | undefined {
  const opened = /^(?:the )?(\p{L}+)\b[\s.:,\-–—]*(.*)$/iu.exec(line);
  const word = opened?.[1]?.toLowerCase() ?? "";
  const kind = classes.get(word);
  if (kind === undefined || opened?.[2] === undefined || !/^\p{Lu}/u.test(opened[1]!)) return undefined;
  const numberAt = opened[2].replace(/^(?:the|no\.?|number|nr\.?) +/i, "");
  const last = /^last\b[\s.:,\-–—]*(.*)$/i.exec(numberAt);
  if (last !== null && kind === "leaf") return make(kind, word, Number.POSITIVE_INFINITY, undefined, last[1] ?? "");
  const read = leadingNumber(numberAt);
  if (read === undefined) return undefined;
  const title = afterNumber(read.rest);
  if (runsOn(read.rest, word, opened[1]!) || isListed(title, word)) return undefined;
  const below = kind === "division" || kind === "act" ? keyword(title) : undefined;
  const own = make(kind, word, read.value, read.style, below === undefined ? title : "");
  return below === undefined || below.class === kind ? own : { ...below, parent: own };
}

/** `Chapter 1 Chapter 2 Chapter 3`: a list, not a heading. */
function isListed(title: string, word: string): boolean {
  const next = title.slice(0, word.length).toLowerCase();
  return next === word && leadingNumber(title.slice(word.length).trimStart()) !== undefined;
}

/** `Part one of my plan was …`: a sentence, not a heading. */
function runsOn(rest: string, word: string, printed: string): boolean {
  const next = /^([.:,;)\]\-–—]*)\s*(.*)$/u.exec(rest);
  const [, mark = "", text = ""] = next ?? [];
  if (text === "") return false;
  const goesOn =
    /^\p{Ll}/u.test(text) &&
    !/^(?:in which|containing|of |how |wherein|showing|which |being |a |the |concerning|treat)/i.test(text);
  if (printed === printed.toUpperCase() && printed.length > 2)
    return goesOn && mark === "" && /[.!?]["”’]?$/.test(text) && text.length > 40;
  if (mark === "" || mark === ",") return goesOn || (weak.has(word) && !isTitleLike(text));
  return false;
}

/** `FIRST ACT`, `The Second Part`, `TWENTY-FIRST DAY` */
function ordinalFirst(line: string): Found | undefined {
  const tokens = line.replace(/^the /i, "").split(/ +/);
  if (!/^\p{Lu}/u.test(line) || tokens.length < 2) return undefined;
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/i.exec(tokens[0]!);
  const ahead =
    digits === null
      ? spelledAhead(tokens.slice(0, 3))
      : { numeral: { value: Number(digits[1]), style: "ordinal" as const }, length: 1 };
  if (ahead === undefined || ahead.numeral.style !== "ordinal") return undefined;
  const word = (tokens[ahead.length] ?? "").replace(/[^\p{L}].*$/u, "");
  const kind = classes.get(word.toLowerCase());
  if (kind === undefined || !/^\p{Lu}/u.test(word)) return undefined;
  const after = tokens.slice(ahead.length).join(" ").slice(word.length);
  if (/^ *\p{Ll}/u.test(after)) return undefined;
  const title = afterNumber(after);
  const below = kind === "division" || kind === "act" ? keyword(title) : undefined;
  const own = make(kind, word.toLowerCase(), ahead.numeral.value, "ordinal", below === undefined ? title : "");
  return below === undefined ? own : { ...below, parent: own };
}

const namedClasses: ReadonlyMap<string, HeadingClass> = new Map(
  (["front", "back", "closing", "opening", "contents", "cast"] as const).flatMap((each) =>
    words[each].map((phrase) => [titleKey(phrase), each] as const),
  ),
);
const longestName = Math.max(...[...namedClasses.keys()].map((name) => name.split(" ").length));

const firstWords = new Set([
  ...classes.keys(),
  ...[...namedClasses.keys()].map((name) => name.split(" ")[0]!),
  ...numberWords,
]);

/** `PREFACE`, `Epilogue.`, `INTRODUCTION BY THE EDITOR`, `CONTENTS OF VOLUME II`, `Dramatis Personæ` */
function named(line: string, block: Block): Found | undefined {
  if (line.length > 90) return undefined;
  const key = titleKey(line);
  const exact = namedClasses.get(key);
  if (exact !== undefined) return make(exact, key, undefined, undefined, "");
  const keys = key.split(" ");
  for (let length = Math.min(longestName, keys.length - 1); length > 0; length--) {
    const phrase = keys.slice(0, length).join(" ");
    const kind = namedClasses.get(phrase);
    if (kind === undefined || phrase === "to") continue;
    const capitals = isCapitals(line) || block.level > 0;
    const rest = line.slice(line.toLowerCase().indexOf(keys[length - 1]!) + keys[length - 1]!.length).trimStart();
    if (
      /^[.:\-–—]/.test(rest)
        ? rest.length < 60 && (capitals || !/[,;]$/.test(line))
        : block.level > 0 || (capitals && /^(?:to|by|of|written|spoken|from|for|on)\b/i.test(rest))
    )
      return make(kind, phrase, undefined, undefined, afterNumber(rest));
    return undefined;
  }
  return undefined;
}

/** `IV`, `4.`, `XII. The Black Bird`, `-- I --`, `Twenty-three` */
function numbered(line: string, rest: readonly string[]): Found | undefined {
  const read = leadingNumber(line);
  if (read === undefined)
    return line.length === 1 && /[A-Z]/.test(line)
      ? make("number", "", line.charCodeAt(0) - 64, "letter", "")
      : undefined;
  const bare = /^[\s.:;)\]\-–—*_]*$/.test(read.rest);
  if (bare) return make("number", "", read.value, read.style, "");
  const title = afterNumber(read.rest);
  // "I II III IV": the numbers of a list.
  if (/^(?:[IVXLC]+[\s.,]*){2,}$/.test(title) && title.includes(" ")) return undefined;
  if (read.style === "word")
    return /^\s*(?:[:.]|[-–—]+)\s/.test(read.rest) && isTitleLike(title) && !/(?<!\p{L})\p{Ll}{5,}/u.test(title)
      ? make("number", "", read.value, read.style, title)
      : undefined;
  if (read.style !== "roman" && read.style !== "arabic") return undefined;
  if (!/^(?:[.):\]]|\s*[-–—]+)/.test(read.rest) && !isCapitals(title) && !hasCapitals(title)) return undefined;
  const whole = title.endsWith(",") && rest.length === 1 ? `${title} ${rest[0]!.trim()}` : title;
  return isTitleLike(whole) ? make("number", "", read.value, read.style, title) : undefined;
}

/** Different words for the same thing count as one run. */
function canonical(kind: HeadingClass, word: string): string {
  if (kind === "act" || kind === "scene") return kind;
  return (words.synonyms as Record<string, string>)[word] ?? word;
}

function make(
  kind: HeadingClass,
  word: string,
  number: number | undefined,
  style: NumberStyle | undefined,
  title: string,
): Found {
  return { class: kind, word: canonical(kind, word), number, style, title, parent: undefined };
}

interface Leading {
  readonly value: number;
  readonly style: NumberStyle;
  readonly rest: string;
}

function leadingNumber(text: string): Leading | undefined {
  // "Scene 2.IV.": the act and the scene.
  const both = /^\d{1,2}\.([IVXLC]{1,7})(?![\p{L}\p{N}])/u.exec(text);
  if (both !== null) return { ...numeral(both[1]!)!, rest: text.slice(both[0].length) };
  const token = /^(?:[IVXLC]{1,9}|[ivxlc]{1,9}|\d{1,3}(?:\.\d{1,3})*(?:st|nd|rd|th)?)(?![\p{L}\p{N}'’])/u.exec(
    text,
  )?.[0];
  if (token !== undefined) {
    const read = numeral(token.slice(token.lastIndexOf(".") + 1));
    return read === undefined || read.value === 0 ? undefined : { ...read, rest: text.slice(token.length) };
  }
  const spelled = /^\p{L}+(?:[ -]\p{L}+){0,4}/u.exec(text)?.[0];
  if (spelled === undefined) return undefined;
  const parts = spelled.split(/(?<=[ -])/);
  const ahead = spelledAhead(parts.map((part) => part.replace(/[ -]$/, "")));
  if (ahead === undefined) return undefined;
  return {
    ...ahead.numeral,
    rest: text.slice(parts.slice(0, ahead.length).join("").trimEnd().replace(/-$/, "").length),
  };
}

function afterNumber(rest: string): string {
  return rest.replace(/^[\s.:;,)\]\-–—*]+/, "").trim();
}

/** A title has few words, or capitals on most of them; a sentence has neither. */
function isTitleLike(text: string): boolean {
  if (text.length > (isCapitals(text) ? 160 : 100) || /[,;]$/.test(text) || /^\p{Ll}/u.test(text)) return false;
  const long = text.split(/\s+/).filter((word) => word.length > 3);
  const capital = long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length;
  return long.length <= 3 || capital >= long.length * 0.5 || (!/[.!?]["”’]?$/.test(text) && text.length <= 70);
}

/** Every longer word begins with a capital. */
function hasCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > 4);
  return long.length > 0 && long.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word)) && !/[.,;]$/.test(text);
}

/** How much of the block belongs to the heading, and whether the block is one at all. */
function settled(found: Found, line: string, rest: readonly string[], block: Block): Heading | undefined {
  if (rest.length === 0)
    return line.length <= (isCapitals(line) ? 160 : 120) || block.level > 0 ? { ...found, lines: 1 } : undefined;
  const others = rest.map((each) => each.trim());
  const total = line.length + others.join(" ").length;
  const whole: Heading = {
    ...found,
    title: [found.title, ...others].join(" ").replace(/_/g, "").trim(),
    lines: rest.length + 1,
  };
  if (block.level > 0) return whole;
  const strong = found.class !== "number" && found.number !== undefined;
  if (others.length <= 5 && isCapitals(others.join(" ")))
    return strong || found.title === "" || isCapitals(line) ? whole : undefined;
  if (!strong) {
    if (found.class === "number")
      return found.title === "" && isProse(others)
        ? { ...found, lines: 1 }
        : others.length <= 1 && found.title !== "" && isTitleLike(whole.title)
          ? whole
          : undefined;
    return { ...found, lines: 1 };
  }
  if (total < 500 && mostlyCapitals(`${found.title} ${others.join(" ")}`)) return whole;
  if (isProse(others)) return line.length < 55 ? { ...found, lines: 1 } : undefined;
  if (line.length >= 45 || found.title !== "")
    return total < 400 && others.length <= 6 ? whole : line.length < 55 ? { ...found, lines: 1 } : undefined;
  return others.length <= 2 && total < 160 && !/[.!?]["”’]?$/.test(others[0]!) && found.class !== "scene"
    ? whole
    : { ...found, lines: 1 };
}

/** A long title: most longer words begin with a capital. */
function mostlyCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > 3);
  return long.length >= 4 && long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length >= long.length * 0.75;
}

/** Running text: filled lines, or many. */
function isProse(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.length >= 55).length;
  return lines.length >= 7 || (lines.length >= 3 && filled >= lines.length - 1);
}
