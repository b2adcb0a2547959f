import type { z } from "zod";
import { storedAlignment, storedMethods } from "../corpus/alignments.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../corpus/types.ts";
import type { Travel } from "../jobs/executor.ts";
import { performer, travel } from "../jobs/wire.ts";
import { Problem } from "../problem.ts";
import { plainLinks } from "./chapter-shapes.ts";
import { sourcesOf, storedAmong } from "./context-sources.ts";
import { mustTravel } from "./methods/external.ts";
import { registeredMethods } from "./methods/methods.ts";
import { noOtherChapters } from "./methods/travel-methods.ts";
import { builtShape, rulesShape, workShape } from "./task-row-shapes.ts";
import { type BuildSetup, type BuiltWork, builtWork } from "./tasks.ts";

const shapes = { setup: rulesShape, task: workShape, result: builtShape };

/** Names are found in a whole work, so a work travels whole, however long it is. */
export async function tasksTravel({ folder, ...rules }: BuildSetup): Promise<Travel<string, BuiltWork>> {
  mustTravel(rules.alignments);
  const corpus = await openCorpus(folder);
  const stored = storedAmong(rules.alignments, await storedMethods(corpus));
  return travel({
    kind: "tasks",
    shapes,
    setup: { ...rules, stored },
    batch: 250_000,
    nameOf: (title) => `"${title}"`,
    pack: (title) => packedWork(corpus, findWork(corpus, title), stored),
    unpack: ({ controls, ...built }) => ({ ...built, controls: controls.map((line) => ({ ...line, set: line.set })) }),
  });
}

export const perform = performer(shapes, async ({ alignments, stored, seed, ...rules }) => {
  let links: z.infer<typeof workShape>["stored"] = {};
  const lookUp = async (name: string, { number }: Chapter) => links[name]?.[number];
  const sources = await sourcesOf(alignments, new Set(stored), lookUp, noOtherChapters, { seed }, registeredMethods);
  return async (task) => {
    links = task.stored;
    const work: Work = { ...task.work, kind: task.work.kind };
    return builtWork(oneWork(work, task.chapters), work, sources, rules);
  };
});

async function packedWork(corpus: Corpus, work: Work, stored: readonly string[]) {
  const chapters: Chapter[] = [];
  const links: Record<string, Record<string, Alignment>> = Object.fromEntries(stored.map((name) => [name, {}]));
  for await (const { gold, ...chapter } of corpus.chapters({ works: [work], unsummarised: true })) {
    chapters.push({ ...chapter, ...(gold && { gold: plainLinks(gold) }) });
    for (const name of stored) {
      const found = await storedAlignment(corpus, work, chapter, name);
      if (found !== undefined) links[name]![chapter.number] = plainLinks(found);
    }
  }
  return { work, chapters, stored: links };
}

/** A corpus of one work that is in memory. */
function oneWork(work: Work, chapters: readonly Chapter[]): Corpus {
  const found = async (_: Work, number: number) => {
    const chapter = chapters.find((each) => each.number === number);
    if (chapter === undefined) throw new Problem(`"${work.title}" has no chapter ${number}.`);
    return chapter;
  };
  return {
    folder: "",
    works: [work],
    chapter: found,
    hash: async () => "",
    async *chapters({ unsummarised } = {}) {
      for (const chapter of chapters)
        if (unsummarised === true || (chapter.summary.length > 0 && chapter.story.length > 0)) yield chapter;
    },
  };
}
