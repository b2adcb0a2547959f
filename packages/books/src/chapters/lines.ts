import { groupedBy } from "@plotline/base";
import { foldedNumeral } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import months from "./data/months.json" with { type: "json" };
import { isDate, mentionsDate, wordsOf } from "./dates.ts";
import type { Heading } from "./heading-forms.ts";
import { isCapitals, keyOf, undecorated } from "./lettering.ts";
import { mostCommon } from "./series.ts";

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
  /** The same, far from the text above. */
  longestFar: 120,
  /** Parts that each have sections called the same. */
  leastParts: 3,
  /** Lines that look like headings; hostile files have more. */
  most: 6000,
} as const;

/** The lines of a book that may be headings, outside of its contents lists. */
export function linesOf(blocks: readonly Block[], headings: Headings, contents: Contents, aims: Aims): Line[] {
  const found: Line[] = [];
  for (let k = 0; k < blocks.length && found.length < limits.most; k++) {
    const block = k === 0 ? firstBlock(blocks, headings) : blocks[k]!;
    if (block.inner === true || contents.has(k)) continue;
    const heading = headings.get(k);
    const isListed = aims.has(k);
    const set = settingsOf(block);
    if (!isListed && (isRemark(block, heading) || (heading === undefined && set.length === 0))) continue;
    const form = formOf(heading, set);
    const own = [
      ...countedAs(heading),
      ...set,
      ...(isListed ? ["listed", `listed ${form}`] : []),
      ...(block.entries ?? []).map(({ depth }) => `navigation ${depth}`),
    ];
    found.push({ block: k, heading, form, setting: settingOf(block), isListed, likenesses: own });
  }
  const sections = sectionsOf(found, blocks);
  const counted = new Set(
    [...groupedBy(found, ({ form }) => form).values()].flatMap((own) => countedBelow(own, found)),
  );
  return found.filter((line) => line.isListed || !(sections.has(keyOf(blocks[line.block]!)) || counted.has(line)));
}

/** `Part 1`, `Part 2`, counted anew in each chapter: its sections. */
function countedBelow(own: readonly Line[], all: readonly Line[]): readonly Line[] {
  if (!own[0]!.form.startsWith("part")) return [];
  const firsts = own.filter(({ heading }) => heading!.number === 1);
  const below = firsts.filter(({ block }) =>
    all.some((line) => line.block < block && block - line.block <= 2 && line.heading?.class === "leaf"),
  );
  return below.length >= 2 && below.length === firsts.length ? own : [];
}

/** Titles that come once in each part or chapter, as `DEFINITIONS` and `AXIOMS` do: names of sections. */
function sectionsOf(lines: readonly Line[], blocks: readonly Block[]): ReadonlySet<string> {
  const titles = [
    ...groupedBy(
      lines.filter(({ form }) => form === "title"),
      ({ block }) => keyOf(blocks[block]!),
    ),
  ];
  const again = titles.filter(([, own]) => own.length >= limits.leastParts);
  if (again.length < 2) return new Set();
  const counted = groupedBy(
    lines.filter(({ form }) => /^(?:part|counted)/.test(form)),
    ({ form }) => form,
  );
  const isOnceIn = (own: readonly Line[], parts: readonly Line[]) =>
    own.length === parts.length &&
    own.every(({ block }, k) => block > parts[k]!.block && block < (parts[k + 1]?.block ?? blocks.length));
  const found = again.filter(([, own]) => [...counted.values()].some((parts) => isOnceIn(own, parts)));
  return new Set(found.length < 2 ? [] : found.map(([key]) => key));
}

/** Nothing is above the first line of a book: with text below it, it is set as the other headings are. */
function firstBlock([first, next, ...others]: readonly Block[], headings: Headings): Block {
  if (next === undefined || next.text.length < limits.longest) return { ...first!, gap: 4 };
  const apart = others.filter(
    ({ text, gap, level }, k) => level === 0 && gap > 1 && (headings.has(k + 2) || text.length < limits.longestPlain),
  );
  return { ...first!, gap: mostCommon(apart.map(({ gap }) => Math.min(gap, 4)))[0] ?? 4 };
}

/** `by Somebody`, `Translated by`, `[A remark]`: of a title page, or below a title. */
function isRemark({ text, level }: Block, heading: Heading | undefined): boolean {
  if (heading?.number !== undefined) return false;
  return (level === 0 && /^\s*\[/.test(text)) || (text.length < limits.longest && byline.test(text));
}

const byline =
  /^\W*(?:(?:(?:newly |freely )?(?:written|translat\w+|edited|illustrated|retold|adapted|done into \w+)(?: \p{L}+){0,3} )?(?:by|von|par|door|af)\s+(?:the author |\p{Lu}))/iu;

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
  const { gap, level } = block;
  // `(Sung in honour of the wren)` below a title.
  const text = block.text.replace(/\n\s*\([^()]*\)\s*$/, "");
  if (level > 0) return text.length > limits.longestMarked ? [] : [`h${level}`, `h${level} or above`];
  const printed = text.trim();
  const [above = "", under = ""] = printed.slice(0, limits.longest).split("\n");
  const first = undecorated(above.endsWith(",") && /\d/.test(under) ? `${above} ${under.trim()}` : above);
  const dated = /^["“'‘„«]/.test(printed) ? [] : lettersOf(first, block);
  if (text.length > limits.longest || gap < 1 || printed.split("\n").length > limits.mostLines) return dated;
  const line = undecorated(text);
  const words = wordsOf(line);
  if (words.length === 0 || /[,;]$/.test(line) || /^["“'‘„«]/.test(printed)) return dated;
  const areCapitals = isCapitals(line) && /\p{L}{2}/u.test(line);
  const isTitle =
    /^[\p{Lu}\d]/u.test(line) &&
    !/\p{Ll}[.!?]["”’]?$/u.test(line) &&
    (gap >= 4 ? printed.length <= limits.longestFar : line.length <= limits.longestPlain && !printed.includes("\n"));
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
