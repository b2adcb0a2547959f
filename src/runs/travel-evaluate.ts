import { z } from "zod";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { ChapterScores } from "../evaluate/evaluation.ts";
import type { Travel } from "../jobs/executor.ts";
import { float64s, performer, textOf, travel, uint8s } from "../jobs/wire.ts";
import type { AlignSetup } from "./align.ts";
import { linksShape, plainLinks, readableShape, setupShape } from "./chapter-shapes.ts";
import { type ScoreTask, scoreChapter } from "./evaluate.ts";
import { methodsThere, travellingMethods } from "./methods/travel-methods.ts";

const shapes = {
  setup: setupShape,
  task: readableShape.extend({ gold: linksShape.optional(), given: linksShape.optional() }),
  result: z
    .array(
      z.strictObject({
        score: z.strictObject({ precision: z.number(), recall: z.number(), f: z.number() }),
        confidences: z.string(),
        right: z.string(),
      }),
    )
    .nullable(),
};

export async function scoreTravel(setup: AlignSetup): Promise<Travel<ScoreTask, ChapterScores | undefined>> {
  const corpus = await openCorpus(setup.folder);
  return travel({
    kind: "score",
    shapes,
    ...(await travellingMethods(setup)),
    nameOf: ({ work, number }) => `"${work}" ${number}`,
    async pack({ work, number, given }) {
      const { gold, ...chapter } = await corpus.chapter(findWork(corpus, work), number);
      return {
        work: chapter.work,
        number,
        summary: chapter.summary,
        story: chapter.story,
        ...(gold && { gold: plainLinks(gold) }),
        ...(given && { given: plainLinks(given) }),
      };
    },
    unpack: (methods, { work, number }) =>
      methods === null
        ? undefined
        : {
            work,
            number,
            methods: methods.map(({ score, confidences, right }) => ({
              score,
              confidences: float64s(confidences),
              right: uint8s(right),
            })),
          },
  });
}

export const perform = performer(shapes, async (setup, place) => {
  const prepared = await methodsThere(setup, place);
  return async ({ given, gold, ...readable }) => {
    const scores = await scoreChapter(prepared, { ...readable, ...(gold && { gold }) }, given);
    const methods = scores?.methods.map(({ score, confidences, right }) => ({
      score,
      confidences: textOf(confidences),
      right: textOf(right),
    }));
    return methods ?? null;
  };
});
