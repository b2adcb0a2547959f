import { foldedNumeral } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import months from "./data/months.json" with { type: "json" };
import { isDate, mentionsDate, wordsOf } from "./dates.ts";
import type { Heading } from "./heading-forms.ts";
import { isCapitals, undecorated } from "./lettering.ts";

/** A line that may be a heading. */
export interface Line {
  readonly block: number;
  readonly heading: Heading | undefined;
  /** What it is by its words: `counted chapter`, `numeral`, `part book`, `act`, `scene`, `front`, `dated`, `title`. */
  readonly form: string;
  /** How it is set: `h2`, `capitals 3`, `plain 2`. */
  readonly setting: string;
  /** The contents list or the navigation names it. */
  readonly isListed: boolean;
  /** The ways in which it is like other lines; each is a finder of chapters. */
  readonly likenesses: readonly string[];
}

const limits = {
  /** A line of its own in plain text, and what HTML marks as a heading. */
  longest: 160,
  longestMarked: 300,
  mostLines: 3,
  /** A title that is not in capitals. */
  longestPlain: 80,
  /** Lines that look like headings; hostile files have more. */
  most: 6000,
} as const;

/** The lines of a book that may be headings, outside of its contents lists. */
export function linesOf(blocks: readonly Block[], headings: Headings, contents: Contents, aims: Aims): Line[] {
  const found: Line[] = [];
  for (let k = 0; k < blocks.length && found.length < limits.most; k++) {
    const block = blocks[k]!;
    if (block.inner === true || contents.has(k)) continue;
    const heading = headings.get(k);
    const isListed = aims.has(k);
    const set = settingsOf(k === 0 ? { ...block, gap: 4 } : block);
    if (heading === undefined && !isListed && set.length === 0) continue;
    if (block.level === 0 && heading?.number === undefined && /^\s*\[/.test(block.text)) continue;
    const form = formOf(heading, set);
    const own = [
      ...countedAs(heading),
      ...set,
      ...(isListed ? ["listed", `listed ${form}`] : []),
      ...(block.entries ?? []).map(({ depth }) => `navigation ${depth}`),
    ];
    found.push({ block: k, heading, form, setting: settingOf(block), isListed, likenesses: own });
  }
  return found;
}

export function formOf(heading: Heading | undefined, set: readonly string[] = []): string {
  if (heading === undefined) return set.includes("dated") || set.includes("addressed") ? "dated" : "title";
  const { class: kind, word } = heading;
  if (kind === "leaf") return `counted ${word}`;
  if (kind === "division") return `part ${word}`;
  return kind === "number" ? "numeral" : kind;
}

/** The counts that a heading may belong to. */
function countedAs(heading: Heading | undefined): string[] {
  if (heading?.number === undefined) return [];
  const { class: kind, word, title, style } = heading;
  if (kind === "leaf") return [`counted ${word}`, "counted"];
  if (kind === "division") return [`part ${word}`];
  if (kind !== "number") return [kind];
  return ["numeral", "counted", `numeral ${style}`, title === "" ? "numeral alone" : "numeral with a title"];
}

/** How a line is set: its level in HTML, or its letters and the space above it. */
export function settingOf(block: Block): string {
  if (block.level > 0) return `h${block.level}`;
  return `${isCapitals(undecorated(block.text.slice(0, limits.longest))) ? "capitals" : "plain"} ${Math.min(block.gap, 4)}`;
}

/** In which ways a line is set as headings are; none for running text. */
function settingsOf(block: Block): string[] {
  const { text, gap, level } = block;
  if (level > 0) return text.length > limits.longestMarked ? [] : [`h${level}`, `h${level} or above`];
  const printed = text.trim();
  const first = undecorated(printed.slice(0, limits.longest).split("\n", 1)[0]!);
  const dated = /^["“'‘„«]/.test(printed) ? [] : lettersOf(first, block);
  if (text.length > limits.longest || gap < 1 || printed.split("\n").length > limits.mostLines) return dated;
  const line = undecorated(text);
  const words = wordsOf(line);
  if (words.length === 0 || /[,;]$/.test(line) || /^["“'‘„«]/.test(printed)) return dated;
  const areCapitals = isCapitals(line) && /\p{L}{2}/u.test(line);
  const isTitle =
    /^[\p{Lu}\d]/u.test(line) &&
    !/\p{Ll}[.!?]["”’]?$/u.test(line) &&
    line.length <= limits.longestPlain &&
    !printed.includes("\n");
  if (!areCapitals && !isTitle) return dated;
  const space = Math.min(gap, 4);
  const place = /^\s{6,}/.test(text) ? "indented" : "flush";
  const letters = areCapitals ? "capitals" : "plain";
  if (space < (areCapitals ? 2 : 3)) return dated;
  const [one, last] = [words[0]!, words.at(-1)!];
  return [
    ...dated,
    `${letters} ${space} ${place}`,
    ...(areCapitals ? ["capitals"] : []),
    ...(space >= 3 ? ["apart", `${letters} apart`] : []),
    ...(space >= 4 ? ["far apart"] : []),
    ...(/^\p{L}{2}/u.test(one) ? [`begins ${one}`] : []),
    ...(words.length > 1 && /^\p{L}{3}/u.test(last) ? [`ends ${last}`] : []),
  ];
}

/** A letter or an entry of a diary, by its date or its address. */
function lettersOf(line: string, block: Block): string[] {
  const own = line.replace(/\s*\([^()]*\)\.?$/, "");
  if (isAddress(line)) return ["addressed"];
  return isDated(own, block) ? ["dated", ...(block.gap >= 3 ? ["dated, apart"] : [])] : [];
}

/** `To Dr LEWIS.`, `To Miss LETTY WILLIS, at Gloucester`: whom the letter is for. */
function isAddress(line: string): boolean {
  if (line.length > 110) return false;
  const [, person, rest = ""] = /^(?:To|TO|À|A|An|AN)(?: the)?\s+(\p{L}+)\b\.?\s+(.*)$/u.exec(line) ?? [];
  return person !== undefined && persons.has(foldedNumeral(person)) && /^(?:\p{L}+\.?\s+){0,3}\p{Lu}{2}/u.test(rest);
}

const persons = new Set(months.persons);

function isDated(line: string, block: Block): boolean {
  return isDate(line, { ...block, text: line }) || (block.gap >= 2 && mentionsDate(line));
}
