import { join } from "node:path";
import { z } from "zod";
import { openCorpus } from "../corpus/open.ts";
import { filesOfModel, readModelFolder } from "../encoder/model-folder.ts";
import type { Travel } from "../jobs/executor.ts";
import { innerPath } from "../jobs/queue/bundle.ts";
import { folderThere, performer, textOf, travel, uint8s } from "../jobs/wire.ts";
import { registeredMethods } from "./methods/methods.ts";
import { modelShape, trainShape } from "./training-shapes.ts";
import { travellingCorpus } from "./travelling-corpus.ts";
import { type RunFile, startWholeRuns, type WholeRun, type WholeRunsSetup } from "./whole-run.ts";

const taskName = z.enum(["cloze", "completion"]);

const shapes = {
  setup: z.strictObject({}),
  task: z.discriminatedUnion("what", [
    z.strictObject({
      what: z.literal("train"),
      task: taskName,
      alignment: z.string(),
      model: modelShape,
      train: trainShape,
      words: z.int().positive().exactOptional(),
    }),
    z.strictObject({
      what: z.literal("learn"),
      settings: modelShape.extend({
        task: taskName,
        start: z.enum(["diagonal", "random"]),
        rounds: z.int().positive(),
        learningRate: z.number(),
        clip: z.number(),
        chapters: z.int().positive(),
        questions: z.int().positive(),
        longestChapter: z.int().positive(),
        contrast: z.number(),
        margin: z.number(),
        heldBack: z.number(),
        seed: z.int(),
      }),
      words: z.int().positive().exactOptional(),
      watch: z.string().exactOptional(),
    }),
  ]),
  result: z.array(z.strictObject({ path: innerPath, content: z.string() })),
};

/** The corpus goes there by its content, and the run's folder comes back. */
export async function runTravel(setup: WholeRunsSetup): Promise<Travel<WholeRun, readonly RunFile[]>> {
  const { folder, alignments, encoder } = setup;
  const model = encoder && { encoder: { path: encoder, files: filesOfModel(await readModelFolder(encoder)) } };
  return travel({
    kind: "run",
    shapes,
    setup: {},
    folders: { corpus: await travellingCorpus(await openCorpus(folder), alignments), ...model },
    batch: 1,
    nameOf: (run) => (run.what === "learn" ? "the learning" : `the training of a ${run.task} reader`),
    pack: async (run) => run,
    unpack: (files) => files.map(({ path, content }) => ({ path, content: uint8s(content) })),
  });
}

export const perform = performer(shapes, async (_, place) => {
  const { folders, cache, threads, provider } = place;
  const scratch = join(cache, "runs");
  const folder = folderThere(place, "corpus");
  const encoder = folders["encoder"];
  const step = await startWholeRuns({ folder, alignments: [], encoder, scratch, threads, provider }, registeredMethods);
  return async (run) => {
    const files = await step(run);
    return files.map(({ path, content }) => ({ path, content: textOf(content) }));
  };
});
