import { z } from "zod";
import { corpusView, withoutGold } from "../align/view.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Alignment, Chapter } from "../corpus/types.ts";
import { type ChapterScores, scoreLinks } from "../evaluate/evaluation.ts";
import { type Job, job, type Remote, type Step } from "../jobs/executor.ts";
import { performer, remote } from "../jobs/wire.ts";
import type { AlignSetup, ChapterRef } from "./align.ts";
import { linksShape, methodsShape, plainLinks, readableShape } from "./chapter-shapes.ts";
import { type Prepared, prepareMethods } from "./methods/methods.ts";
import { mustFit } from "./methods/recorded.ts";
import { methodsOnWorker, remoteMethods } from "./methods/remote.ts";

/** A chapter to be scored; `given` is an alignment made elsewhere, scored after those of the methods. */
interface ScoreTask extends ChapterRef {
  readonly given?: Alignment;
}

/** Scores methods against gold, chapter by chapter; nothing for a chapter whose gold cannot be used. */
export function scoreChapters(setup: AlignSetup): Job<AlignSetup, ScoreTask, ChapterScores | undefined> {
  return job(import.meta.url, startScoring, setup, () => remoteScoring(setup));
}

export async function startScoring(setup: AlignSetup): Promise<Step<ScoreTask, ChapterScores | undefined>> {
  const corpus = await openCorpus(setup.folder);
  const prepared = await prepareMethods({ ...setup, corpus: corpusView(corpus) });
  return async ({ work, number, given }) =>
    scoreChapter(prepared, await corpus.chapter(findWork(corpus, work), number), given);
}

const shapes = {
  setup: methodsShape,
  task: readableShape.extend({ gold: linksShape.optional(), given: linksShape.optional() }),
  result: z
    .array(
      z.strictObject({
        score: z.strictObject({ precision: z.number(), recall: z.number(), f: z.number() }),
        confidences: z.instanceof(Float64Array),
        right: z.instanceof(Uint8Array),
      }),
    )
    .nullable(),
};

export const performScoring = performer(shapes, async (setup, machine) => {
  const prepared = await methodsOnWorker(setup, machine);
  return async ({ given, gold, ...readable }) => {
    const scores = await scoreChapter(prepared, { ...readable, gold }, given);
    return scores?.methods ?? null;
  };
});

async function remoteScoring(setup: AlignSetup): Promise<Remote<ScoreTask, ChapterScores | undefined>> {
  const corpus = await openCorpus(setup.folder);
  return remote({
    kind: "score",
    shapes,
    ...(await remoteMethods(setup)),
    nameOf: ({ work, number }) => `"${work}" ${number}`,
    async pack({ work, number, given }) {
      const { gold, ...chapter } = await corpus.chapter(findWork(corpus, work), number);
      return { ...chapter, gold: gold && plainLinks(gold), given: given && plainLinks(given) };
    },
    unpack: (methods, { work, number }) => (methods === null ? undefined : { work, number, methods }),
  });
}

async function scoreChapter(
  prepared: readonly Prepared[],
  chapter: Chapter,
  given?: Alignment,
): Promise<ChapterScores | undefined> {
  const { work, number, gold } = chapter;
  if (gold === undefined) return undefined;
  const seen = withoutGold(chapter);
  const alignments: Alignment[] = [];
  for (const { align } of prepared) alignments.push(await align(seen));
  if (given !== undefined) alignments.push(mustFit(given, chapter));
  return { work, number, methods: alignments.map((alignment) => scoreLinks(alignment, gold)) };
}
