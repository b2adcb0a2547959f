import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Split } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addWorks, type NewChapter, type NewWork, openCorpus } from "@plotline/corpus/node";
import { type BibleChapter, readBook } from "./book.ts";
import { goldOf, pointsOf } from "./points.ts";

/** The books that tell a story, by the codes in the names of their files. */
const books: Readonly<Record<Split, readonly string[]>> = {
  train: ["GEN", "EXO", "NUM", "JOS", "1SA", "2SA", "1KI", "EZR", "NEH", "DAN", "MAT", "MRK", "LUK", "JHN"],
  validation: ["JDG", "RUT", "2KI", "EST", "JON", "ACT"],
};

const repository = "BibleCorps/ENG-B-AKJV2018-pd-PSFM";

/** Makes a corpus of the books in `source` in the place of the one in `corpus`; its card and its calibration stay. */
export async function replaceCorpus(source: string, corpus: string): Promise<void> {
  const fresh = `${corpus}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await addWorks(fresh, worksIn(source));
  for (const name of ["README.md", "calibration.json"])
    writeFileSync(join(fresh, name), readFileSync(join(corpus, name)));
  rmSync(corpus, { recursive: true });
  renameSync(fresh, corpus);
  const card = join(corpus, "README.md");
  const figures = await figuresOf(corpus);
  const text = readFileSync(card, "utf8").replace(
    /(<!-- figures -->\n)[\s\S]*?(\n<!-- \/figures -->)/,
    (_, before: string, after: string) => before + figures + after,
  );
  writeFileSync(card, text);
}

/** The files in which the corpus differs from what is made of `source` now: none, as long as both are what they were. */
export async function differences(source: string, corpus: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "king-james-"));
  try {
    await addWorks(folder, worksIn(source));
    const paths = new Set([folder, corpus].flatMap(filesOf));
    return [...paths].filter((path) => contentOf(folder, path) !== contentOf(corpus, path)).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One book as a work, whose paragraphs are verses. */
export function workOf(text: string, file: string, split: Split): NewWork {
  const { title, chapters } = readBook(text, file);
  const rights = { source: `American King James Version, ${repository}`, licence: "public domain" };
  return {
    title,
    split,
    story: rights,
    summary: rights,
    headings: chapters.map(({ number }) => `Chapter ${number}`),
    chapters: chapters.map(newChapter),
  };
}

function newChapter(chapter: BibleChapter): NewChapter {
  const points = pointsOf(chapter);
  const gold = goldOf(points, chapter.verses);
  return {
    story: chapter.verses.map(({ text }) => text),
    summary: points.map(({ text }) => text),
    ...(gold !== undefined && { gold }),
  };
}

function worksIn(source: string): NewWork[] {
  const names = existsSync(source) ? readdirSync(source).sort() : [];
  const found = (["train", "validation"] as const).flatMap((split) =>
    books[split].map((code) => ({ split, code, file: names.find((name) => name.endsWith(`-${code}.p.sfm`)) })),
  );
  const missing = found.filter(({ file }) => file === undefined).map(({ code }) => code);
  if (missing.length > 0)
    throw new Problem(
      `${source} has no files of ${missing.join(", ")}; give the folder p.sfm of a clone of github.com/${repository}.`,
    );
  return found
    .flatMap(({ split, file }) => (file === undefined ? [] : [{ split, file }]))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ split, file }) => workOf(readFileSync(join(source, file), "utf8"), file, split));
}

/** What is made of the source: the card and the calibration are not. */
function filesOf(folder: string): string[] {
  const made = ["stories", "summaries", "manual_alignments"].flatMap((top) =>
    readdirSync(join(folder, top), { recursive: true, encoding: "utf8" }).map((path) => join(top, path)),
  );
  return ["corpus.json", ...made.filter((path) => /\.(txt|utf8)$/.test(path))];
}

function contentOf(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "latin1") : undefined;
}

const columns = ["chapters", "verses", "points", "linked", "links"] as const;

type Row = { readonly title: string; readonly split: string } & Readonly<Record<(typeof columns)[number], number>>;

/** The table of the card. */
async function figuresOf(folder: string): Promise<string> {
  const corpus = await openCorpus(folder);
  const rows: Row[] = [];
  for (const work of corpus.works) {
    const chapters = await Promise.all(work.chapters.map((number) => corpus.chapter(work, number)));
    rows.push({
      title: work.title,
      split: work.split,
      chapters: chapters.length,
      verses: sumOf(chapters, ({ story }) => story.length),
      points: sumOf(chapters, ({ summary }) => summary.length),
      linked: chapters.filter(({ gold }) => gold !== undefined).length,
      links: sumOf(chapters, ({ gold }) => gold?.length ?? 0),
    });
  }
  const of = (split: Split) => rows.filter((row) => row.split === split);
  const all = [...rows, total(of("train"), "train"), total(of("validation"), "validation"), total(rows, "all")];
  return [
    "| work | split | chapters | verses | points | chapters with links | links |",
    "| --- | --- | --: | --: | --: | --: | --: |",
    ...all.map((row) => `| ${[row.title, row.split, ...columns.map((column) => row[column])].join(" | ")} |`),
  ].join("\n");
}

function total(rows: readonly Row[], name: string): Row {
  const sum = (column: (typeof columns)[number]) => sumOf(rows, (row) => row[column]);
  return {
    title: `**${name}**`,
    split: `${rows.length} works`,
    chapters: sum("chapters"),
    verses: sum("verses"),
    points: sum("points"),
    linked: sum("linked"),
    links: sum("links"),
  };
}
