import type { ChapterAddress, Kind, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { chapterWords as words } from "@plotline/text";
import { chineseValue, foldedNumeral, numeral, spelledAhead } from "./numerals.ts";

/** The address of a chapter of a work, by the number of its file. */
export function addressOf(work: Pick<Work, "addresses">, number: number): ChapterAddress {
  return work.addresses?.[number] ?? { label: `Chapter ${number + 1}`, title: "" };
}

/** An address with its title: `Chapter 5: The Last of the Blind Man`. */
export function addressText({ label, title }: ChapterAddress): string {
  return [label, title].filter(Boolean).join(": ");
}

/** An address in few words: its label, or else its title. */
export function shortAddress({ label, title }: ChapterAddress): string {
  return label || title;
}

/** Chapters in a row that are in one part. */
export interface PartOfContents<Chapter> {
  /** `Part 2`, `Act 3`; empty where the chapters are in none. */
  readonly part: string;
  /** With what each is called inside of its part: `Chapter 1`. */
  readonly chapters: { readonly chapter: Chapter; readonly label: string }[];
}

/** A table of contents in parts, by the labels of its chapters: "Part 2, Chapter 1" is in "Part 2". */
export function groupedByPart<Chapter>(
  chapters: readonly Chapter[],
  labelOf: (chapter: Chapter) => string,
): PartOfContents<Chapter>[] {
  const groups: PartOfContents<Chapter>[] = [];
  for (const chapter of chapters) {
    const label = labelOf(chapter);
    const [, part = "", own = label] = /^((?:\p{L}+ \d+, )*\p{L}+ \d+), (\p{L}+ \d+)$/u.exec(label) ?? [];
    const last = groups.at(-1);
    // An epilogue that is called after its act belongs to it.
    if (last?.part === part || (last !== undefined && label === last.part)) last.chapters.push({ chapter, label: own });
    else groups.push({ part, chapters: [{ chapter, label: own }] });
  }
  return groups;
}

/** The number of the chapter's file that `asked` names: an address, its title, or a place counted from 1. */
export function chapterNumber(work: Pick<Work, "title" | "chapters" | "addresses">, asked: string): number {
  const addresses = work.chapters.map((number) => addressOf(work, number));
  return chapterIndex(`"${work.title}"`, addresses, asked, work.chapters);
}

/** The same for a book that is in no corpus: the index of the chapter, from 0. `name` is for the message. */
export function chapterIndex(
  name: string,
  addresses: readonly ChapterAddress[],
  asked: string,
  numbers: readonly number[] = [...addresses.keys()],
): number {
  const found = placesOfAddress(asked, addresses, numbers);
  if (found.length === 1) return found[0]!;
  const [first, last] = [addresses[0], addresses.at(-1)];
  if (first === undefined || last === undefined) throw new Problem(`${name} has no chapters.`);
  const places = found.map((number) => number + 1);
  if (places.length > 1)
    throw new Problem(
      `${name} has ${places.length} chapters called "${asked}"; give a place instead: ${places.slice(0, 5).join(", ")}${places.length > 5 ? ", …" : ""}.`,
    );
  if (addresses.length === 1)
    throw new Problem(`${name} has no chapter "${asked}": it has only one, "${shortAddress(first)}".`);
  throw new Problem(
    `${name} has no chapter "${asked}": its chapters run from ${numbers[0]! + 1} to ${numbers.at(-1)! + 1} ("${shortAddress(first)}" to "${shortAddress(last)}").`,
  );
}

/** The numbers of all chapters that `asked` may mean: none, one, or several of the same name. */
export function placesOfAddress(
  asked: string,
  addresses: readonly ChapterAddress[],
  numbers: readonly number[],
): number[] {
  if (/^\s*\d+\s*$/.test(asked)) return numbers.filter((number) => number === Number(asked) - 1);
  const key = keyOf(asked);
  const chosen = (matches: (address: ChapterAddress) => boolean) =>
    numbers.filter((_, k) => key !== "" && matches(addresses[k]!));
  const byLabel = chosen(({ label }) => keyOf(label) === key);
  if (byLabel.length > 0) return byLabel;
  const whole = chosen((address) => keyOf(addressText(address)) === key || keyOf(address.title) === key);
  return whole.length > 0 ? whole : chosen(({ label }) => pairKey(label) !== "" && pairKey(label) === key);
}

/** `Act III, Sc. 2.` and `act 3 scene 2` are the same: words in full, numbers as digits, nothing else. */
function keyOf(text: string): string {
  const tokens = foldedNumeral(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens
    .map((token, k) => {
      const whole = inFull(token);
      const isAfterUnit = k > 0 && unitWords.has(inFull(tokens[k - 1]!));
      const value = k === 0 || isAfterUnit || /^\d+$/.test(tokens[k - 1]!) ? numeral(token)?.value : undefined;
      return value === undefined ? whole : String(value);
    })
    .join(" ");
}

/** `3.2` for Act 3, Scene 2. */
function pairKey(label: string): string {
  const numbers = label.match(/\d+/g) ?? [];
  return numbers.length === 2 ? numbers.join(" ") : "";
}

/**
 * The addresses of a book's chapters from what it prints above them, in their order. A heading is read as
 * `BOOK ONE, CHAPTER IV. The Storm`; a numeral without a word (`IV`) is a chapter, or a scene in a play.
 */
export function addressesOf(headings: readonly string[], kind?: Kind): ChapterAddress[] {
  const read = headings.map((heading) => readHeading(heading, kind === "play" ? "Scene" : "Chapter"));
  const counted = read.map(({ loose }, k) => loose !== undefined && isCounted(loose, read, k));
  const addresses = read.map(({ label, title, whole, loose }, k): ChapterAddress => {
    if (loose !== undefined && counted[k]) return { label: loose.label, title: loose.title };
    return label === "" ? { label: "", title: whole } : { label, title };
  });
  const labels = new Set(addresses.map(({ label }) => label));
  return addresses.map((address, k) => {
    if (address.label !== "" || address.title !== "") return address;
    const usual = `Chapter ${k + 1}`;
    return { label: labels.has(usual) ? `Untitled chapter, place ${k + 1}` : usual, title: "" };
  });
}

interface ReadHeading extends ChapterAddress {
  /** All of it, as a title. */
  readonly whole: string;
  /** What it is if its first word is a numeral: `I An Early Fright`, but also `I Go to Bristol`. */
  readonly loose: (ChapterAddress & { readonly value: number }) | undefined;
}

function readHeading(heading: string, bareUnit: string): ReadHeading {
  const text = heading.replace(/[_*]/g, "").replace(/\s+/g, " ").trim();
  const whole = titleOf(text);
  const labels: string[] = [];
  let rest = text;
  let isLeaf = false;
  for (let unit = unitAhead(rest); unit !== undefined && labels.length < 4; unit = unitAhead(rest)) {
    labels.push(unit.label);
    rest = unit.rest;
    isLeaf = !holdingWords.has(unit.word);
  }
  const bare = /^(?:(\d{1,3})|([IVXLC]{1,9}))(?:(?=[.:)\]–—-])|$|(?= ))[.:)\]\s–—-]*(.*)$/.exec(rest);
  const value = bare === null ? undefined : numeral(bare[1] ?? bare[2] ?? "")?.value;
  if (bare === null || value === undefined || value === 0 || isLeaf)
    return { label: labels.join(", "), title: titleOf(rest), whole, loose: undefined };
  const own = { label: [...labels, `${bareUnit} ${value}`].join(", "), title: titleOf(bare[3] ?? ""), value };
  const sure = bare[1] !== undefined || own.title === "" || !/^[IVXLC]+ /.test(rest) || labels.length > 0;
  return sure ? { ...own, whole, loose: undefined } : { label: "", title: whole, whole, loose: own };
}

/** `I` is a number where `II` comes next, or where it follows one. */
function isCounted({ value }: { readonly value: number }, read: readonly ReadHeading[], k: number): boolean {
  const near = (at: number) => read[at]?.loose?.value;
  return near(k + 1) === value + 1 || (value > 1 && near(k - 1) === value - 1);
}

/** `CHAPTER IV`, `FIRST ACT`, `Zweites Kapitel`, `第五回` at the start, and what follows. */
function unitAhead(text: string) {
  return chineseAhead(text) ?? unitThenNumber(text) ?? ordinalThenUnit(text);
}

function unitThenNumber(text: string) {
  const opened = /^(?:the )?(\p{L}+)\.?[\s,:–—-]+(?:the |no\. ?|nr\. ?)?(.*)$/iu.exec(text);
  const [, word = "", after = ""] = opened ?? [];
  if (!unitWords.has(inFull(foldedNumeral(word)))) return undefined;
  const plain = /^(?:\d{1,3}(?:\.(?:\d{1,3}|[IVXLC]+))*|[IVXLC]{1,9}|[ivxlc]{1,9})(?![\p{L}\p{N}])/u.exec(after)?.[0];
  const value = plain === undefined ? undefined : numeral(plain.slice(plain.lastIndexOf(".") + 1))?.value;
  if (plain !== undefined && value !== undefined) return labelled(word, value, after.slice(plain.length));
  const spelled = spelledAt(after);
  return spelled === undefined ? undefined : labelled(word, spelled.value, spelled.rest);
}

function ordinalThenUnit(text: string) {
  const first = spelledAt(text.replace(/^the /i, ""));
  const [, word = "", after = ""] = /^[\s.]*(\p{L}+)(.*)$/u.exec(first?.rest ?? "") ?? [];
  return first !== undefined && unitWords.has(inFull(foldedNumeral(word)))
    ? labelled(word, first.value, after)
    : undefined;
}

/** 第十四回: chapter 14. */
function chineseAhead(text: string) {
  const [all, number = "", unit = ""] =
    /^第([〇○◯零一二两三四五六七八九十百\d]+)([章回节節卷部折幕話话篇集])/.exec(text) ?? [];
  const value = /^\d+$/.test(number) ? Number(number) : chineseValue(number);
  return all === undefined || value === undefined
    ? undefined
    : { label: `第${value}${unit}`, word: unit, rest: bareRest(text.slice(all.length)) };
}

/** A number in words at the start: `Twenty-first`, `Zwölftes`. */
function spelledAt(text: string): { readonly value: number; readonly rest: string } | undefined {
  const parts = (/^\p{L}+(?:[ -]\p{L}+){0,4}/u.exec(text)?.[0] ?? "").split(/(?<=[ -])/);
  const ahead = spelledAhead(
    parts.map((part) => part.replace(/[ -]$/, "")),
    { languages: "all" },
  );
  if (ahead === undefined) return undefined;
  return { value: ahead.numeral.value, rest: text.slice(parts.slice(0, ahead.length).join("").trimEnd().length) };
}

function labelled(word: string, value: number, rest: string) {
  const full = inFull(foldedNumeral(word));
  const printed = full === foldedNumeral(word) ? word.toLowerCase() : full;
  return { label: `${printed.charAt(0).toUpperCase()}${printed.slice(1)} ${value}`, word: full, rest: bareRest(rest) };
}

function bareRest(rest: string): string {
  return rest.replace(/^[\s.:;,)\]–—-]+/, "");
}

/** Without the marks around it; capitals throughout become those of a title. */
function titleOf(text: string): string {
  return titleCase(text.replace(/^[\s.:;,)\]–—-]+|[\s.,:;–—-]+$/g, ""));
}

/** What chapters are in: parts and acts. */
const holdingWords: ReadonlySet<string> = new Set([...words.division, ...words.act].map(foldedNumeral));
const unitWords: ReadonlySet<string> = new Set(
  [...words.division, ...words.act, ...words.scene, ...words.leaf].map(foldedNumeral),
);

/** `ch` and `chap` are chapters. */
function inFull(word: string): string {
  return (words.whole as Readonly<Record<string, string>>)[word] ?? word;
}

/** THE SEA'S TITHE → The Sea's Tithe; what has small letters stays as it is. */
export function titleCase(text: string): string {
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return text;
  return text
    .toLowerCase()
    .replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) => (at > 0 && smallWords.has(word) ? word : capitalised(word)));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const smallWords = new Set(["a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to"]);
