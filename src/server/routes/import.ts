import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { z } from "zod";
import { folderName } from "../../corpus/folder-name.ts";
import { addWork } from "../../corpus/store.ts";
import { rightsOf } from "../../ingest/import-story.ts";
import type { Match } from "../../ingest/match.ts";
import { type Pair, workOfPair } from "../../ingest/pair.ts";
import { apart } from "../../jobs/apart.ts";
import { readPairJob } from "../../jobs/ingest/read-pair.ts";
import { Problem } from "../../problem.ts";
import type { Shelf } from "../shelf.ts";
import { valid } from "./valid.ts";

/** How long a book may take to be read. */
const longest = 60_000;
const upload = z.instanceof(File, { error: "no file came with it" });
const text = z.string().trim().max(1_000_000);

/** What the page sends: both files each time, so that the server keeps nothing between looking and writing. */
const dropped = z.object({
  book: upload,
  guide: upload.optional(),
  title: text.max(1000).optional(),
  kind: z.enum(["novel", "play", "story"]).optional(),
  headings: text.optional(),
  map: text.optional(),
  unsure: z.enum(["refuse", "accept"]).optional(),
});

type Dropped = z.infer<typeof dropped>;

/** A book and its guide from two files: look first, then write both or nothing. One at a time. */
export function importRoutes(shelf: Shelf) {
  let busy = false;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new Problem("Another book is being read at this moment; try again when it is done.");
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };
  return new Hono()
    .post("/import/look", valid("form", dropped), async (context) => {
      const pair = await alone(() => readDropped(context.req.valid("form")));
      const taken = (await shelf.corpus()).works.some(({ title }) => title === pair.title);
      return context.json({ ...lookOf(pair), titleIsTaken: taken });
    })
    .post("/import/write", valid("form", dropped), async (context) => {
      const form = context.req.valid("form");
      const work = await alone(async () => {
        const pair = await readDropped(form);
        mustBeDecided(pair, form);
        const summary = form.guide === undefined ? {} : { summary: { source: form.guide.name } };
        return addWork(shelf.folder, workOfPair(pair, { story: rightsOf(form.book.name, pair.story), ...summary }));
      });
      shelf.reopen();
      return context.json({ title: work.title, folder: work.folder, chapters: [...work.chapters] });
    });
}

/** The files lie in a folder of their own while they are read, and nowhere afterwards. */
async function readDropped({ book, guide, title, kind, headings, map }: Dropped): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), "plotline-import-"));
  const keep = async (file: File) => {
    const path = join(folder, folderName(file.name));
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { flag: "wx" });
    return path;
  };
  try {
    return await apart(
      readPairJob,
      {
        book: await keep(book),
        ...(guide !== undefined && { guide: await keep(renamed(guide, book)) }),
        ...(title && { title }),
        ...(kind !== undefined && { kind }),
        ...(headings && { headings: headings.split(/\r?\n/) }),
        ...(map && { map }),
      },
      longest,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two files of one name can be dropped from two folders. */
function renamed(guide: File, book: File): File {
  return folderName(guide.name) === folderName(book.name) ? new File([guide], `guide ${guide.name}`) : guide;
}

function mustBeDecided({ title, matches }: Pair, { unsure, guide }: Dropped): void {
  if (title === "") throw new Problem("The book does not say what it is called; give it a title.");
  if (guide !== undefined && !matches.some(({ chapters }) => chapters.length > 0))
    throw new Problem(
      "No section of the guide fits a chapter of the book; say which is which, or leave the guide out.",
    );
  const open = matches.filter(({ sure }) => !sure).length;
  if (open > 0 && unsure !== "accept")
    throw new Problem(
      `${open} of ${matches.length} sections of the guide are unsure: decide them, or take them as shown.`,
    );
}

/** What was found, for the eye: counts instead of texts. */
function lookOf({ story, title, kind, matches, untold, notes }: Pair) {
  const { author, format, encoding, warnings, stripped, cast } = story;
  return {
    title,
    author: author ?? null,
    kind,
    format,
    encoding,
    warnings: [...warnings],
    stripped: [...stripped],
    cast: cast.slice(0, 30),
    chapters: story.chapters.map(({ heading, line, words, evidence, paragraphs }) => ({
      heading,
      line,
      words,
      evidence: [...evidence],
      paragraphs: paragraphs.length,
      opening: (paragraphs[0] ?? "").slice(0, 120),
    })),
    sections: matches.map(sectionOf),
    untold: [...untold],
    notes: [...notes],
  };
}

function sectionOf({ section, chapters, evidence, confidence, sure, why }: Match) {
  return {
    name: section.name,
    bullets: section.bullets.length,
    chapters: chapters.map(({ number, bullets }) => ({ number, bullets: bullets.length })),
    evidence: [...evidence],
    confidence,
    sure,
    why: why ?? null,
  };
}
