import {
  chineseValue,
  foldedNumeral,
  type NumberStyle,
  type Numeral,
  nearlySpelled,
  numeral,
  spelledAhead,
} from "@plotline/corpus";
import { chapterWords as units } from "@plotline/text";
import words from "./data/heading-words.json" with { type: "json" };
import { hasCapitals, isCapitals, isTitleLike, titleKey } from "./lettering.ts";
import { headingLimits } from "./limits.ts";

const limits = {
  /** `PREFACE`, `INTRODUCTION BY THE EDITOR`: the line with such a name, and what may follow the name after a dash. */
  longestNamed: 90,
  longestAfterName: 60,
  /** `CHAPTER I was the one that he liked best.` is a sentence from this length on, even after capitals. */
  longestAfterNumber: 40,
} as const;

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

/** A heading, as far as its first line shows. */
export type Form = Omit<Heading, "lines">;

/** What form of heading a line has, if any; `below` gives the lines under it. */
export function formOf(line: string, level: number, below: () => readonly string[]): Form | undefined {
  return (
    keyword(line) ?? ordinalFirst(line) ?? chinese(line) ?? named(line, level) ?? numbered(line, below) ?? titled(line)
  );
}

const classes: ReadonlyMap<string, HeadingClass> = new Map(
  (["division", "act", "scene", "leaf"] as const).flatMap((each) =>
    units[each].map((word) => [foldedNumeral(word), each] as const),
  ),
);

/** Words that open sentences too: more is asked of what follows. */
const weak = new Set(words.weak);

/** `CHAPTER IV. A Title`, `Act 1, Scene 2`, `Chapter the Last`, `Actus Primus. Scoena Prima.` */
function keyword(line: string): Form | undefined {
  const opened = /^(?:the )?(\p{L}+)(?!\p{L})[\s.:,\-–—]*(.*)$/iu.exec(line);
  const word = foldedNumeral(opened?.[1] ?? "");
  const kind = classes.get(word);
  if (kind === undefined || opened?.[2] === undefined || !/^\p{Lu}/u.test(opened[1]!)) return undefined;
  const numberAt = withoutSmallL(opened[2].replace(/^(?:the|no\.?|number|nr\.?) +/i, ""));
  const last = /^(?:last|derni[eè]re?|[uú]ltim[oa]|laatste|letzte[rs]?)(?!\p{L})[\s.:,\-–—]*(.*)$/iu.exec(numberAt);
  if (last !== null) return make(kind, word, Number.POSITIVE_INFINITY, undefined, last[1] ?? "");
  const read = leadingNumber(numberAt, "all") ?? misspeltNumber(numberAt);
  if (read === undefined) return undefined;
  if ((word === "no" || word === "number") && read.style !== "arabic" && read.style !== "roman") return undefined;
  const title = afterNumber(read.rest);
  if (runsOn(read.rest, word, opened[1]!) || isListed(title, word, read.value)) return undefined;
  const below = kind === "division" || kind === "act" ? keyword(title) : undefined;
  const own = make(kind, word, read.value, read.style, below === undefined ? title : "");
  return below === undefined || below.class === kind ? own : { ...below, parent: own };
}

/** `SCENE ll`, `SCENE VIl`: scanners take a capital I for a small L. */
function withoutSmallL(number: string): string {
  return number.replace(/^[IVXLC]*l+[IVXLCl]*(?![\p{L}\p{N}])/u, (misread) => misread.replaceAll("l", "I"));
}

/** `Chapter 1 Chapter 2 Chapter 3`, `Scene I. A room. Scene II. A hall.`: a list, not a heading. */
function isListed(title: string, word: string, value: number): boolean {
  const plain = foldedNumeral(title);
  for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
    const isWord = !/\p{L}/u.test(plain[at - 1] ?? " ");
    const number = /^[. ]+([ivxlc]+|\d{1,3})(?![\p{L}\p{N}])/u.exec(plain.slice(at + word.length))?.[1];
    if (isWord && number !== undefined && numeral(number)?.value === value + 1) return true;
  }
  return false;
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
    return goesOn && mark === "" && /[.!?]["”’]?$/.test(text) && text.length > limits.longestAfterNumber;
  if (mark === "" || mark === ",") return goesOn || (weak.has(word) && !isTitleLike(text));
  return false;
}

/** `FIRST ACT`, `The Second Part`, `TWENTY-FIRST DAY` */
function ordinalFirst(line: string): Form | undefined {
  const tokens = line
    .replace(/^the /i, "")
    .replace(/ (?:und|and|et|e|y|en) (?:last|letzter?s?|derni[eè]re?|[uú]ltim[oa]|laatste) /i, " ")
    .split(/ +/);
  if (!/^[\p{Lu}\d]/u.test(line) || tokens.length < 2) return undefined;
  const [, digits] = /^(\d{1,3}|[IVXLC]{1,8})(?:st|nd|rd|th|\.|º|ª|°|e|er|[eè]me)$/.exec(tokens[0]!) ?? [];
  const value = digits === undefined ? undefined : numeral(digits)?.value;
  const ahead =
    value === undefined
      ? (spelledAhead(tokens.slice(0, 3), { languages: "all" }) ?? misspeltAhead(tokens))
      : { numeral: { value, style: "ordinal" as const }, length: 1 };
  if (ahead === undefined) return lastFirst(tokens);
  if (ahead.numeral.style !== "ordinal") return undefined;
  const word = (tokens[ahead.length] ?? "").replace(/[^\p{L}].*$/u, "");
  const kind = classes.get(foldedNumeral(word));
  const after = tokens.slice(ahead.length).join(" ").slice(word.length);
  // "Eerste hoofdstuk" is a heading, "First part of the way" is not.
  if (kind === undefined || (!/^\p{Lu}/u.test(word) && !/^[.:]?$/.test(after))) return undefined;
  if (/^ *\p{Ll}/u.test(after)) return undefined;
  const title = afterNumber(after);
  const below = kind === "division" || kind === "act" ? keyword(title) : undefined;
  const own = make(kind, foldedNumeral(word), ahead.numeral.value, "ordinal", below === undefined ? title : "");
  return below === undefined ? own : { ...below, parent: own };
}

/** `Letzter Auftritt`, `DERNIÈRE PARTIE`. */
function lastFirst([first = "", second = ""]: readonly string[]): Form | undefined {
  if (!lastWords.has(foldedNumeral(first))) return undefined;
  const word = second.replace(/[^\p{L}].*$/u, "");
  const kind = /^\p{Lu}/u.test(word) ? classes.get(foldedNumeral(word)) : undefined;
  return kind === undefined || (kind === "leaf" && !chapterWords.has(foldedNumeral(word)))
    ? undefined
    : make(kind, foldedNumeral(word), Number.POSITIVE_INFINITY, undefined, "");
}

const lastWords = new Set(words.last);

/** `Inferno: Canto XXXIV`: a word of the book's title before the chapter's own name, and nothing after it. */
function titled(line: string): Form | undefined {
  if (line.length > headingLimits.longestMisspelt || /^(?:notes?|end|see|from|to|in)\b/i.test(line)) return undefined;
  const [, own] =
    /^\p{Lu}[\p{L}'’]+[:.,]?\s+(?:[·•–—-]+\s+)?(\p{Lu}\p{L}+ +(?:[IVXLC]+|\d{1,3}))\.?$/u.exec(line) ?? [];
  const found = own === undefined ? undefined : keyword(own);
  return found?.class === "leaf" ? found : undefined;
}

/** `第十四回 …`: chapter 14; `卷一` is a part. */
function chinese(line: string): Form | undefined {
  const [all, before = "", unit = "", part, number = ""] =
    /^(?:第([〇○◯零一二两三四五六七八九十百\d]+)([章回节節卷部折幕話话篇集])|(卷)([〇○◯零一二两三四五六七八九十百\d]+))/.exec(
      line,
    ) ?? [];
  if (all === undefined) return undefined;
  const digits = before || number;
  const value = /^\d+$/.test(digits) ? Number(digits) : chineseValue(digits);
  if (value === undefined || value === 0) return undefined;
  const kind =
    part !== undefined || "卷部集".includes(unit) ? "division" : unit === "折" || unit === "幕" ? "act" : "leaf";
  return make(kind, kind === "leaf" ? "chapter" : unit || "卷", value, "arabic", afterNumber(line.slice(all.length)));
}

const namedClasses: ReadonlyMap<string, HeadingClass> = new Map(
  (["front", "back", "closing", "opening", "contents", "cast"] as const).flatMap((each) =>
    words[each].map((phrase) => [titleKey(phrase), each] as const),
  ),
);
/** Names that must be the whole line: "THE END" is one, "THE END OF BOOK ONE" is another. */
const aloneOnly = new Set(words.alone.map(titleKey));
const longestName = Math.max(...[...namedClasses.keys()].map((name) => name.split(" ").length));

const names = [...namedClasses.keys()].map((name) => name.split(" "));
const namesStart = new Set(names.map(([first]) => first));
/** `chapter`, `Kapitel`, `act`. */
export function isUnit(word: string): boolean {
  return classes.has(word);
}

/** `PREFACE`, `Epilogue.`, `INTRODUCTION BY THE EDITOR`, `CONTENTS OF VOLUME II`, `Dramatis Personæ` */
function named(line: string, level: number): Form | undefined {
  if (line.length > limits.longestNamed || /^[^\p{L}]*\p{Ll}/u.test(line)) return undefined;
  const key = titleKey(line.replace(owner, ""));
  const owned = titleKey(line) === key ? undefined : namedClasses.get(key);
  if (owned === "opening" || owned === "closing") return make(owned, key, undefined, undefined, "");
  return mayBeNamed(line) ? namedFrom(line, level) : undefined;
}

/** `Zarathustra's Prologue`: whose it is. */
const owner = /^\p{Lu}[\p{L}-]+['’]s (?=\p{Lu})/iu;

function namedFrom(line: string, level: number): Form | undefined {
  const key = titleKey(line);
  const exact = namedClasses.get(key);
  if (exact !== undefined) return make(exact, key, undefined, undefined, "");
  const keys = key.split(" ");
  for (let length = Math.min(longestName, keys.length - 1); length > 0; length--) {
    const phrase = keys.slice(0, length).join(" ");
    const kind = namedClasses.get(phrase);
    if (kind === undefined || aloneOnly.has(phrase)) continue;
    const capitals = isCapitals(line) || level > 0;
    const rest = line
      .slice(line.toLowerCase().indexOf(keys[length - 1]!) + keys[length - 1]!.length)
      .replace(/^[\s,]+/, "");
    if (
      /^[.:\-–—]/.test(rest)
        ? rest.length < limits.longestAfterName && (capitals || !/[,;]$/.test(line))
        : level > 0 ||
          (capitals &&
            /^(?:to|by|of|and|et|und|sur|written|spoken|from|for|on|de|du|des|del|della|di|do|da|al|van|von|der|zu)\b/i.test(
              rest,
            ))
    )
      return make(kind, phrase, undefined, undefined, afterNumber(rest));
    return undefined;
  }
  return undefined;
}

function mayBeNamed(line: string): boolean {
  const first = /[\p{L}\p{N}]+/u.exec(line)?.[0] ?? "";
  return namesStart.has(first.toLowerCase()) || /[^\w]/.test(first);
}

/** `IV`, `4.`, `XII. The Black Bird`, `-- I --`, `Twenty-three` */
function numbered(line: string, below: () => readonly string[]): Form | undefined {
  const read = leadingNumber(line, "English");
  if (read === undefined)
    return line.length === 1 && /[A-Z]/.test(line)
      ? make("number", "", line.charCodeAt(0) - 64, "letter", "")
      : undefined;
  const bare = /^[\s.:;)\]\-–—*_]*$/.test(read.rest);
  if (bare) return make("number", "", read.value, read.style, "");
  const title = afterNumber(read.rest);
  // "I II III IV": the numbers of a list.
  if (/^[IVXLC][\s.,]*[IVXLC][IVXLC\s.,]*$/.test(title) && title.includes(" ")) return undefined;
  if (read.style === "word")
    return /^\s*(?:[:.]|[-–—]+)\s/.test(read.rest) && isTitleLike(title) && !/(?<!\p{L})\p{Ll}{5,}/u.test(title)
      ? make("number", "", read.value, read.style, title)
      : undefined;
  if (read.style !== "roman" && read.style !== "arabic") return undefined;
  if (!/^(?:[.):\]]|\s*[-–—]+)/.test(read.rest) && !isCapitals(title) && !hasCapitals(title)) return undefined;
  return isTitleLike(title.endsWith(",") ? continued(title, below()) : title)
    ? make("number", "", read.value, read.style, title)
    : undefined;
}

function continued(title: string, below: readonly string[]): string {
  return below.length === 1 ? `${title} ${below[0]!.trim()}` : title;
}

const chapterWords = new Set(units.chapter.map(foldedNumeral));

/** Different words for the same thing count as one run. */
function canonical(kind: HeadingClass, word: string): string {
  if (kind === "act" || kind === "scene") return kind;
  return chapterWords.has(word) ? "chapter" : ((units.whole as Record<string, string>)[word] ?? word);
}

function make(
  kind: HeadingClass,
  word: string,
  number: number | undefined,
  style: NumberStyle | undefined,
  title: string,
): Form {
  return { class: kind, word: canonical(kind, word), number, style, title, parent: undefined };
}

interface Leading {
  readonly value: number;
  readonly style: NumberStyle;
  readonly rest: string;
}

function leadingNumber(printed: string, languages: "English" | "all"): Leading | undefined {
  // "CHAPITRE Ier", "Capítulo 1.º"
  const text =
    languages === "all"
      ? printed.replace(/^(I|\d{1,3}|[IVXLC]{2,8})(?:er|re|e|[eè]me|\.?[ºª°])(?!\p{L})/u, "$1")
      : printed;
  // "Scene 2.IV.": the act and the scene.
  const both = /^\d{1,2}\.([IVXLC]{1,7})(?![\p{L}\p{N}])/u.exec(text);
  if (both !== null) return { ...numeral(both[1]!)!, rest: text.slice(both[0].length) };
  const token =
    /^(?:[IVXLC]{2,8}l{1,2}|[IVXLC]{1,9}|[ivxlc]{1,9}|\d{1,3}(?:\.\d{1,3})*(?:st|nd|rd|th)?)(?![\p{L}\p{N}'’])/u.exec(
      text,
    )?.[0];
  if (token !== undefined) {
    const read = numeral(token.slice(token.lastIndexOf(".") + 1));
    return read === undefined || read.value === 0 ? undefined : { ...read, rest: text.slice(token.length) };
  }
  const spelled = /^\p{L}+(?:[ -]\p{L}+){0,4}/u.exec(text)?.[0];
  if (spelled === undefined) return undefined;
  const parts = spelled.split(/(?<=[ -])/);
  const ahead = spelledAhead(
    parts.map((part) => part.replace(/[ -]$/, "")),
    { languages },
  );
  if (ahead === undefined) return undefined;
  return {
    ...ahead.numeral,
    rest: text.slice(parts.slice(0, ahead.length).join("").trimEnd().replace(/-$/, "").length),
  };
}

/** `Einunddreißgstes Kapitel`, `CHAPTER TWELTH`: a long number in words with one letter wrong, next to such a word. */
function misspeltAhead(tokens: readonly string[]): { numeral: Numeral; length: number } | undefined {
  const next = (tokens[1] ?? "").replace(/[^\p{L}].*$/u, "");
  const found = classes.has(foldedNumeral(next)) ? nearlySpelled(tokens[0]!) : undefined;
  return found === undefined ? undefined : { numeral: found, length: 1 };
}

function misspeltNumber(text: string): Leading | undefined {
  const word = /^[\p{L}-]+(?=[.:]?\s*$)/u.exec(text)?.[0];
  const found = word === undefined ? undefined : nearlySpelled(word);
  return found === undefined ? undefined : { ...found, rest: text.slice(word!.length) };
}

function afterNumber(rest: string): string {
  return rest.replace(/^[\s.:;,)\]\-–—*]+/, "").trim();
}
