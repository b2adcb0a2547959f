import type { GuideFindings } from "@plotline/align";
import { workOfPair } from "@plotline/books/node";
import { folderName, workFolder } from "@plotline/corpus";
import { addWork, replacedSentences } from "@plotline/corpus/node";
import type { GivenFile } from "@plotline/formats/node";
import { obstacleTo } from "@plotline/runs";
import {
  type GuidePlan,
  inThread,
  type PairWithFindings,
  type PlannedGuide,
  planGuideJob,
  readPairJob,
  rightsOf,
  writeGuide,
} from "@plotline/runs/node";
import { Hono } from "hono";
import { z } from "zod";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { bookPreview, guidePreview, refusalOf } from "./import-preview.ts";
import { valid } from "./valid.ts";

/** How long reading a book may take. */
const longest = 60_000;
const upload = z.instanceof(File, { error: "a file is missing" });
const text = z.string().trim().max(1_000_000);
/** What a person has to say before it is done. */
const accepted = z.enum(["refuse", "accept"]).optional();

/** What a person has decided about a guide; one that does not seem to be about the book must be confirmed. */
const decisions = { map: text.optional(), unsure: accepted, misfit: accepted };

/** What the page sends: the files each time, so that the server stores nothing between preview and import. */
const book = z.object({
  book: upload,
  guide: upload.optional(),
  title: text.max(1000).optional(),
  kind: z.enum(["novel", "play", "story"]).optional(),
  headings: text.optional(),
  ...decisions,
});

const guide = z.object({
  folder: workFolder,
  guide: upload,
  ...decisions,
  /** Summaries that are there already are replaced only when this is given. */
  replace: accepted,
});

/** A book with its guide, or a guide alone: first a preview, then everything is written or nothing. */
export function importRoutes(shelf: Shelf) {
  const alone = oneAtATime("Another book is being read");
  const readBook = lastRemembered(readPair);
  return new Hono()
    .post("/import/look", valid("form", book), async (context) => {
      const pair = await alone((signal) => readBook(context.req.valid("form"), signal), askerOf(context));
      const taken = (await shelf.corpus()).works.some(({ title }) => title === pair.title);
      return context.json({ ...bookPreview(pair), titleIsTaken: taken });
    })
    .post("/import/write", valid("form", book), async (context) => {
      const form = context.req.valid("form");
      const work = await alone(async (signal) => {
        const pair = await readBook(form, signal);
        mustBeWanted(signal);
        if (form.guide !== undefined) mustBeDecided(pair, pair.findings, form);
        const summary = form.guide === undefined ? {} : { summary: { source: form.guide.name } };
        return addWork(shelf.folder, workOfPair(pair, { story: rightsOf(form.book.name, pair.story), ...summary }));
      }, askerOf(context));
      shelf.reopen();
      const { title, folder, chapters } = work;
      return context.json({ title, folder, chapters, remarks: [] as string[] });
    })
    .post("/import/guide/look", valid("form", guide), async (context) => {
      const found = await alone((signal) => readGuideOf(shelf, context.req.valid("form"), signal), askerOf(context));
      return context.json(await guidePreview(await shelf.corpus(), found));
    })
    .post("/import/guide/write", valid("form", guide), async (context) => {
      const form = context.req.valid("form");
      const { work, covered, remarks } = await alone(async (signal) => {
        const { plan, findings, rights } = await readGuideOf(shelf, form, signal);
        mustBeWanted(signal);
        mustBeDecided(plan, findings, form);
        const replaced = await writeGuide(shelf.folder, plan, rights);
        return {
          work: plan.work,
          covered: plan.work.chapters.filter((number) => plan.points.has(number)),
          remarks: replacedSentences(plan.work, replaced),
        };
      }, askerOf(context));
      shelf.reopen();
      return context.json({ title: work.title, folder: work.folder, chapters: covered, remarks });
    });
}

/** Nothing is written while a person has something to decide. */
function mustBeDecided(
  planned: Pick<GuidePlan, "matches"> & Partial<Pick<GuidePlan, "replaced">>,
  findings: GuideFindings | undefined,
  form: Pick<z.infer<typeof guide>, "misfit" | "unsure"> & Partial<Pick<z.infer<typeof guide>, "replace">>,
): void {
  const obstacle = obstacleTo(planned, findings, {
    misfit: form.misfit === "accept",
    unsure: form.unsure === "accept",
    replaces: form.replace === "accept",
  });
  if (obstacle !== undefined) throw refusalOf(obstacle, planned.matches.length);
}

/** Whoever is content with what was found wants that written: a novel is read and compared with its guide once. */
function lastRemembered(read: typeof readPair): typeof readPair {
  let last: { readonly key: string; readonly pair: PairWithFindings } | undefined;
  return async (form, signal) => {
    const { unsure: _, misfit: __, book, guide, ...choices } = form;
    const hashed = async (file: File) => [file.name, ...new Uint8Array(await sha256(await file.arrayBuffer()))];
    const key = JSON.stringify([choices, await hashed(book), guide && (await hashed(guide))]);
    if (last?.key !== key) last = { key, pair: await read(form, signal) };
    return last.pair;
  };
}

const sha256 = (bytes: ArrayBuffer) => crypto.subtle.digest("SHA-256", bytes);

async function readPair(form: z.infer<typeof book>, signal: AbortSignal): Promise<PairWithFindings> {
  const { title, kind, headings, map } = form;
  const files = {
    book: await fileOf(form.book),
    guide: form.guide && (await fileOf(form.guide)),
    title: title || undefined,
    untitled: form.book.name.replace(/(?<=.)\.\w+$/, ""),
    kind,
    headings: headings ? headings.split(/\r?\n/) : undefined,
    map: map || undefined,
  };
  return inThread(readPairJob, files, { limit: longest, signal });
}

async function readGuideOf(
  shelf: Shelf,
  { folder, guide: file, map }: z.infer<typeof guide>,
  signal: AbortSignal,
): Promise<PlannedGuide> {
  const { work } = await shelf.at({ folder });
  const task = { title: work.title, guide: await fileOf(file), map: map || undefined };
  return inThread(planGuideJob(shelf.folder), task, { limit: longest, signal });
}

/** What was sent stays in memory: no disk sees it before it is accepted. */
async function fileOf(file: File): Promise<Exclude<GivenFile, string>> {
  return { name: folderName(file.name), bytes: new Uint8Array(await file.arrayBuffer()) };
}
