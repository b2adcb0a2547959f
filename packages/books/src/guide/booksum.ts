import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { Problem } from "@plotline/base";
import { parsedJson } from "@plotline/base/node";
import { decode, plainBytes } from "@plotline/formats/node";
import { z } from "zod";
import { cutParagraph } from "../blocks/paragraphs.ts";
import type { GuideSection } from "../match/match.ts";

/**
 * One line of BookSum's chapter files: which summary file covers which chapter file. Versions with the texts inside
 * work too.
 */
const row = z.looseObject({
  book_id: z.string().optional(),
  summary_id: z.string().optional(),
  source: z.string().optional(),
  summary_path: z.string().optional(),
  chapter_path: z.string().optional(),
  summary: z.union([z.string(), z.array(z.string())]).optional(),
  summary_text: z.string().optional(),
  text: z.union([z.string(), z.array(z.string())]).optional(),
  chapter: z.string().optional(),
});

type Row = z.infer<typeof row> & { readonly line: number };

export interface BookSumPair extends GuideSection {
  /** The chapter's paragraphs, read only when asked for. */
  story(): string[];
}

export interface BookSumGuide {
  readonly source: string;
  readonly pairs: readonly BookSumPair[];
  readonly notes: readonly string[];
}

interface BookSumChoice {
  readonly title: string;
  /** Which of the guides: `shmoop`, `sparknotes`, … */
  readonly source?: string;
}

export function isBookSum(file: string): boolean {
  return /\.jsonl(\.\w+)?$|\.gathered$|\.aggregate_splits$/i.test(file);
}

/** The summaries and chapters of one work by one guide, from BookSum's JSONL and the files that it names. */
export function readBookSum(file: string, { title, source }: BookSumChoice): BookSumGuide {
  const rows = readRows(file).filter((each) => isOf(each, title));
  if (rows.length === 0) throw new Problem(`${file} has nothing about "${title}"; see its book_id for the titles.`);
  const sources = [...new Set(rows.map((each) => each.source ?? "unknown"))].sort();
  const chosen = source ?? (sources.length === 1 ? sources[0] : undefined);
  if (chosen === undefined || !sources.includes(chosen)) {
    throw new Problem(`${file} has "${title}" from ${sources.join(", ")}; choose one of them.`, "named source");
  }
  const notes: string[] = [];
  const pairs = rows
    .filter((each) => (each.source ?? "unknown") === chosen)
    .flatMap((each) => {
      const points = pointsOf(each, file);
      if (points.length === 0) notes.push(`${file}, line ${each.line}: no summary at ${each.summary_path ?? "all"}`);
      return points.length === 0 ? [] : [pairOf(each, points, file)];
    });
  if (pairs.length === 0) {
    throw new Problem(
      `${file}: none of the files it names for "${title}" was found; put it next to them, as in BookSum's own folders.`,
    );
  }
  return { source: chosen, pairs, notes };
}

function readRows(file: string): Row[] {
  const lines = decode(plainBytes(file), file).text.split("\n");
  return lines.flatMap((text, k) => {
    if (text.trim() === "") return [];
    const parsed = row.safeParse(parsedJson(text));
    if (parsed.success) return [{ ...parsed.data, line: k + 1 }];
    throw new Problem(`${file}, line ${k + 1}: this is not a line of BookSum's JSONL.`);
  });
}

/** `The Prince.chapter 4` is of The Prince; so is a file in a folder of that name. */
function isOf({ book_id: id = "", summary_path: path = "" }: Row, title: string): boolean {
  const wanted = key(title);
  return (
    key(id) === wanted ||
    key(id.split(/\.(?=[a-z]+ )/i, 1)[0] ?? "") === wanted ||
    path.split("/").some((step) => key(step) === wanted)
  );
}

function key(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

function pairOf(each: Row, points: string[], file: string): BookSumPair {
  const name = each.summary_id?.trim() || each.chapter_path || `line ${each.line}`;
  return { name, place: `${file}, line ${each.line}`, points, story: () => storyOf(each, file) };
}

function pointsOf(each: Row, file: string): string[] {
  const inside = each.summary_text ?? each.summary;
  if (inside !== undefined) return paragraphs(inside);
  const path = find(each.summary_path, file, each.line);
  if (path === undefined) return [];
  const stored = summaryFile.safeParse(parsedJson(decode(plainBytes(path), path).text));
  if (!stored.success) throw new Problem(`${path}: this is not one of BookSum's summaries: it has no "summary".`);
  return paragraphs(stored.data.summary);
}

const summaryFile = z.looseObject({ summary: z.union([z.string(), z.array(z.string())]) });

function storyOf(each: Row, file: string): string[] {
  const inside = each.text ?? each.chapter;
  if (inside !== undefined) return paragraphs(inside);
  const path = find(each.chapter_path, file, each.line);
  if (path !== undefined) return paragraphs(decode(plainBytes(path), path).text);
  throw new Problem(
    `${file}, line ${each.line}: there is no chapter at ${each.chapter_path ?? "all"}; unpack BookSum's chapters next to it.`,
  );
}

function paragraphs(text: string | readonly string[]): string[] {
  const pieces = typeof text === "string" ? text.split(/<?PARAGRAPH>|\n\s*\n/) : text;
  return pieces
    .map((piece) => piece.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .flatMap((piece) => cutParagraph(piece));
}

/** BookSum's paths count from its root or from `scripts/`; the JSONL lies two folders below the root. */
function find(path: string | undefined, file: string, line: number): string | undefined {
  if (path === undefined) return undefined;
  if (path.startsWith("/") || /(^|[\\/])\.\.([\\/]|$)|^[a-z]:|\u0000/i.test(path)) {
    throw leadsOut(path, file, line);
  }
  let folder = dirname(resolve(file));
  for (let up = 0; up < 4; up++, folder = dirname(folder)) {
    for (const candidate of [join(folder, path), join(folder, "scripts", path)]) {
      if (!existsSync(candidate) || !statSync(candidate).isFile()) continue;
      if (!isBelow(realpathSync(folder), realpathSync(candidate))) throw leadsOut(path, file, line);
      return candidate;
    }
  }
  return undefined;
}

/** Both with their links resolved: a link may lie in the folder and lead anywhere. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function leadsOut(path: string, file: string, line: number): Problem {
  return new Problem(`${file}, line ${line}: ${path} leads out of BookSum's folder.`);
}
