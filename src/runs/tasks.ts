import { z } from "zod";
import { storedAlignment, storedMethods } from "../corpus/alignments/alignments.ts";
import { goesOut } from "../corpus/export/export.ts";
import { memoryCorpus } from "../corpus/memory.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../corpus/types.ts";
import { type Job, job, type Remote, type Step } from "../jobs/executor.ts";
import { performer, remote } from "../jobs/wire.ts";
import { buildWork, type WorkRows } from "../tasks/build.ts";
import { type ControlLine, Controls } from "../tasks/controls.ts";
import { clozeSchema, completionSchema } from "../tasks/options.ts";
import { clozeRowSchema, completionRowSchema, passageRowSchema, splitSchema } from "../tasks/row-schemas.ts";
import type { ContextSource } from "../tasks/sources.ts";
import { linksShape, plainLinks, readableShape } from "./chapter-shapes.ts";
import { contextSources, sourcesOf } from "./context-sources.ts";
import { mustBeRegistered } from "./methods/external.ts";
import { registeredMethods } from "./methods/methods.ts";
import { storedAmong } from "./methods/named.ts";
import { noOtherChapters } from "./methods/remote.ts";

const tasksSchema = z.strictObject({
  alignments: z.array(z.string()).readonly(),
  seed: z.int(),
  cloze: clozeSchema,
  completion: completionSchema,
  corpusHash: z.string(),
  /** The split on which the baselines are scored; undefined: they are not. */
  measured: splitSchema.optional(),
  includeRestricted: z.boolean(),
});

interface BuildSetup extends Readonly<z.infer<typeof tasksSchema>> {
  readonly folder: string;
}

interface BuiltWork {
  readonly title: string;
  readonly rows: WorkRows;
  readonly controls: readonly ControlLine[];
}

/** Makes the questions of works, one after the other, each named by its title. */
export function buildTasks(setup: BuildSetup): Job<BuildSetup, string, BuiltWork> {
  return job(import.meta.url, startBuilding, setup, () => remoteBuilding(setup));
}

export async function startBuilding(setup: BuildSetup): Promise<Step<string, BuiltWork>> {
  const corpus = await openCorpus(setup.folder);
  const sources = await contextSources(corpus, setup.alignments, setup.seed);
  return (title) => builtWork(corpus, findWork(corpus, title), sources, setup);
}

const place = z.int().nonnegative();
const rights = z.strictObject({
  source: z.string().exactOptional(),
  licence: z.string().exactOptional(),
  permission: z.string().exactOptional(),
});
const numbers = z.array(place).readonly();

/** A work and all its chapters, by value; `stored` has links that are stored in the corpus, by alignment and chapter. */
const workShape = z.strictObject({
  work: z.strictObject({
    title: z.string(),
    folder: z.string(),
    kind: z.enum(["novel", "play", "story"]).optional(),
    split: splitSchema,
    story: rights,
    summary: rights,
    chapters: numbers,
    summarised: numbers,
    annotated: numbers,
    language: z.string().optional(),
  }),
  chapters: z.array(readableShape.extend({ gold: linksShape.optional() })),
  stored: z.record(z.string(), z.record(z.string(), linksShape)),
});

const controlLine = z.strictObject({
  task: z.enum(["cloze", "completion"]),
  alignment: z.string(),
  protocol: z.enum(["paper", "blind"]),
  set: z.enum(["story", "hard"]).optional(),
  sums: z.strictObject({
    questions: place,
    chance: z.number(),
    inContext: z.number(),
    struck: z.number(),
    right: z.record(z.string(), z.number()),
  }),
});

const builtShape = z.strictObject({
  title: z.string(),
  rows: z.strictObject({
    bullets: place,
    cloze: z.array(clozeRowSchema),
    completion: z.array(completionRowSchema),
    passages: z.array(passageRowSchema),
  }),
  controls: z.array(controlLine).readonly(),
});

const shapes = {
  /** With the alignments that are stored in the corpus. */
  setup: tasksSchema.extend({ stored: z.array(z.string()).readonly() }),
  task: workShape,
  result: builtShape,
};

export const performBuilding = performer(shapes, async ({ alignments, stored, seed, ...rules }) => {
  let links: z.infer<typeof workShape>["stored"] = {};
  const lookUp = async (name: string, { number }: Chapter) => links[name]?.[number];
  const sources = await sourcesOf(alignments, new Set(stored), lookUp, noOtherChapters, { seed }, registeredMethods);
  return async (task) => {
    links = task.stored;
    const work: Work = { ...task.work, kind: task.work.kind };
    return builtWork(memoryCorpus(task.chapters), work, sources, rules);
  };
});

/** Names are found in a whole work, so a work is sent whole, however long it is. */
async function remoteBuilding({ folder, ...rules }: BuildSetup): Promise<Remote<string, BuiltWork>> {
  mustBeRegistered(rules.alignments);
  const corpus = await openCorpus(folder);
  const stored = storedAmong(rules.alignments, await storedMethods(corpus));
  return remote({
    kind: "tasks",
    shapes,
    setup: { ...rules, stored },
    batch: 250_000,
    nameOf: (title) => `"${title}"`,
    pack: (title) => packedWork(corpus, findWork(corpus, title), stored),
    unpack: ({ controls, ...built }) => ({ ...built, controls: controls.map((line) => ({ ...line, set: line.set })) }),
  });
}

async function builtWork(
  corpus: Corpus,
  work: Work,
  sources: readonly ContextSource[],
  { measured, includeRestricted, cloze, completion, corpusHash }: Omit<BuildSetup, "folder" | "alignments" | "seed">,
): Promise<BuiltWork> {
  const controls = new Controls();
  const rows = await buildWork(corpus, work, {
    cloze,
    completion,
    sources,
    corpusHash,
    goesOut: (each, side) => goesOut(each, side, { includeRestricted }),
    controls: work.split === measured ? controls : undefined,
  });
  return { title: work.title, rows, controls: controls.sums() };
}

async function packedWork(corpus: Corpus, work: Work, stored: readonly string[]) {
  const chapters: Chapter[] = [];
  const links: Record<string, Record<string, Alignment>> = Object.fromEntries(stored.map((name) => [name, {}]));
  for await (const { gold, ...chapter } of corpus.chapters({ works: [work], unsummarised: true })) {
    chapters.push({ ...chapter, gold: gold && plainLinks(gold) });
    for (const name of stored) {
      const found = await storedAlignment(corpus, work, chapter, name);
      if (found !== undefined) links[name]![chapter.number] = plainLinks(found);
    }
  }
  // How the book names its chapters and how its guide was cut is for people: no question depends on it.
  const { headings: _, addresses: __, pointParagraphs: ___, ...plain } = work;
  return { work: plain, chapters, stored: links };
}
