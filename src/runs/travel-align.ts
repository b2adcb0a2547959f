import { z } from "zod";
import { withoutGold } from "../align/view.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Travel } from "../jobs/executor.ts";
import { float64s, int32s, performer, textOf, travel } from "../jobs/wire.ts";
import { type AlignedChapter, type AlignSetup, alignReadable, type ChapterRef } from "./align.ts";
import { readableShape, setupShape } from "./chapter-shapes.ts";
import { methodsThere, travellingMethods } from "./methods/travel-methods.ts";

const shapes = {
  setup: setupShape,
  task: readableShape,
  result: z.strictObject({
    bullets: z.int().nonnegative(),
    alignments: z.array(z.strictObject({ cells: z.string(), confidences: z.string().optional() })).nullable(),
  }),
};

export async function alignTravel(setup: AlignSetup): Promise<Travel<ChapterRef, AlignedChapter>> {
  const corpus = await openCorpus(setup.folder);
  return travel({
    kind: "align",
    shapes,
    ...(await travellingMethods(setup)),
    nameOf: ({ work, number }) => `"${work}" ${number}`,
    pack: async ({ work, number }) => withoutGold(await corpus.chapter(findWork(corpus, work), number)),
    unpack: ({ bullets, alignments }, { work, number }) => ({
      work,
      number,
      bullets,
      alignments: alignments?.map(({ cells, confidences }) => ({
        cells: int32s(cells),
        ...(confidences !== undefined && { confidences: float64s(confidences) }),
      })),
    }),
  });
}

export const perform = performer(shapes, async (setup, place) => {
  const prepared = await methodsThere(setup, place);
  return async (chapter) => {
    const { bullets, alignments = null } = await alignReadable(prepared, chapter);
    const packed = alignments?.map(({ cells, confidences }) => ({
      cells: textOf(cells),
      ...(confidences && { confidences: textOf(confidences) }),
    }));
    return { bullets, alignments: packed ?? null };
  };
});
