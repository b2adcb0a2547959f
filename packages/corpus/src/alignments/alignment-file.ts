import { type Alignment, byPlace, type Link } from "@plotline/align";
import { faultIn, Problem, parsedJson } from "@plotline/base";
import { z } from "zod";

/** One row of an alignment file: `S2: 3, 6, 7` links summary paragraph 2 to story paragraphs 3, 6 and 7. */
interface Row {
  readonly line: number;
  readonly summary: number;
  readonly stories: readonly number[];
}

/** A fault in the file. A `fatal` one keeps the file out of every evaluation. */
export interface RowFault {
  readonly row: number | null;
  readonly why: string;
  readonly fatal: boolean;
}

interface AlignmentFile {
  readonly rows: readonly Row[];
  readonly faults: readonly RowFault[];
}

/** Rows as published: trailing commas, empty rows, CRLF and a BOM are fine; any other line is a fault. */
export function parseAlignment(text: string): AlignmentFile {
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  for (const [k, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const row = parseRow(line, k + 1);
    if (row === undefined) faults.push(fatal(k + 1, `"${clip(line)}" is not a row like \`S2: 3, 6, 7\``));
    else rows.push(row);
  }
  return { rows, faults };
}

/**
 * The links of a parsed file, checked against its chapter. There is one row per summary paragraph, in order; an index
 * named twice counts once; `links` is undefined when something fatal was found.
 */
export function linksOf(
  file: AlignmentFile,
  summaryLength: number,
  storyLength: number,
): { links: Alignment | undefined; faults: readonly RowFault[] } {
  const faults = [...file.faults, ...numberingFaults(file.rows, summaryLength)];
  const links: Link[] = [];
  for (const row of file.rows) {
    const stories = [...new Set(row.stories)].sort((a, b) => a - b);
    if (stories.length < row.stories.length) faults.push(repeated(row));
    const beyond = stories.find((story) => story >= storyLength);
    if (beyond !== undefined) faults.push(outOfRange(row, beyond, storyLength));
    for (const story of stories) links.push({ summary: row.summary, story, confidence: 1 });
  }
  return { links: faults.some((fault) => fault.fatal) ? undefined : links, faults };
}

/** The rows of an alignment, one for each summary paragraph; a row without a link is commentary. */
export function formatAlignment(alignment: Alignment, summaryLength: number): string {
  const stories = Array.from({ length: summaryLength }, (): number[] => []);
  for (const link of alignment) {
    const row = stories[link.summary];
    if (row === undefined)
      throw new Problem(`A link names summary paragraph ${link.summary}, but there are only ${summaryLength}.`);
    if (!Number.isSafeInteger(link.story) || link.story < 0)
      throw new Problem(`A link names story paragraph ${link.story}, which is impossible.`);
    row.push(link.story);
  }
  return stories.map((row, i) => `S${i}:${sortedList(row)}\n`).join("");
}

/** The JSON file next to the rows: each link's confidence, and how the links were made. */
export function formatConfidences(alignment: Alignment, about: Readonly<Record<string, unknown>> = {}): string {
  const links = [...alignment].sort(byPlace);
  const line = ({ summary, story, confidence, quote, sentences }: Link) =>
    JSON.stringify({ summary, story, confidence, quote, sentences });
  const head = Object.entries(about).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n  `);
  return `{ ${head.join("")}"links": [${links.map((link, k) => `${k === 0 ? "" : ","}\n  ${line(link)}`).join("")}\n] }\n`;
}

/** Reads what `formatConfidences` wrote; `name` is the file, for the sentence when it is broken. */
export function parseConfidences(text: string, name: string): Alignment {
  const value = parsedJson(text);
  if (value === undefined) throw new Problem(`${name} is not JSON: make the alignment again, or delete the file.`);
  const parsed = confidences.safeParse(value);
  if (parsed.success) return parsed.data.links;
  throw new Problem(`${name}: ${faultIn(parsed.error)}. Make the alignment again.`);
}

const index = z.int().nonnegative();
const confidences = z.looseObject({
  links: z.array(
    z.object({
      summary: index,
      story: index,
      confidence: z.number().min(0).max(1),
      quote: z.string().max(1000).optional(),
      sentences: z.array(z.object({ start: index, end: index, score: z.number().min(0).max(1) })).optional(),
    }),
  ),
});

function parseRow(line: string, number: number): Row | undefined {
  const found = /^\s*S(\d{1,9})\s*:([\d,\s]*)$/.exec(line);
  if (found === null) return undefined;
  return { line: number, summary: Number(found[1]), stories: (found[2]?.match(/\d+/g) ?? []).map(Number) };
}

function numberingFaults(rows: readonly Row[], summaryLength: number): RowFault[] {
  const faults: RowFault[] = [];
  const seen = new Set<number>();
  let expected = 0;
  for (const row of rows) {
    if (seen.has(row.summary)) faults.push(fatal(row.line, `S${row.summary} occurs twice`));
    else if (row.summary !== expected) faults.push(fatal(row.line, `S${row.summary} where S${expected} should be`));
    seen.add(row.summary);
    expected = row.summary + 1;
  }
  if (rows.length !== summaryLength)
    faults.push(fatal(null, `rows: ${rows.length}, but paragraphs of the summary: ${summaryLength}`));
  return faults;
}

function repeated(row: Row): RowFault {
  const twice = row.stories.filter((story, k) => row.stories.indexOf(story) !== k);
  const names = [...new Set(twice)].join(", ");
  return { row: row.line, why: `S${row.summary} names ${names} more than once; it counts once`, fatal: false };
}

function outOfRange(row: Row, story: number, storyLength: number): RowFault {
  const last = storyLength === 0 ? "the story is empty" : `the story's last paragraph is ${storyLength - 1}`;
  return fatal(row.line, `S${row.summary} names story paragraph ${story}, but ${last}`);
}

function fatal(row: number | null, why: string): RowFault {
  return { row, why, fatal: true };
}

function sortedList(row: readonly number[]): string {
  return row.length === 0 ? "" : ` ${[...new Set(row)].sort((a, b) => a - b).join(", ")}`;
}

/** The beginning of a line, fit to be printed. */
function clip(line: string): string {
  const printable = line.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd").trim();
  return printable.length > 40 ? `${printable.slice(0, 39)}…` : printable;
}
