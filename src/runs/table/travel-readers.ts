import { z } from "zod";
import { openCorpus } from "../../corpus/open.ts";
import { type ReaderResult, readerResultSchema } from "../../evaluate/reader-result.ts";
import type { Travel } from "../../jobs/executor.ts";
import { folderThere, performer, travel } from "../../jobs/wire.ts";
import { registeredMethods } from "../methods/methods.ts";
import { modelShape, trainShape } from "../training-shapes.ts";
import { travellingCorpus } from "../travelling-corpus.ts";
import type { TableSettings } from "./settings.ts";
import { startTrainingReaders, type TableTraining, type TrainReadersSetup } from "./train-readers.ts";

/** JSON has no word for "all of them". */
const most = z.number().nullable();

const shapes = {
  setup: z.strictObject({
    name: z.enum(["full", "quick"]),
    model: modelShape,
    train: trainShape.omit({ seed: true }),
    trainChapters: most,
    askedChapters: most,
    folds: z.int(),
  }),
  task: z.strictObject({
    task: z.enum(["cloze", "completion"]),
    alignment: z.string(),
    seed: z.int(),
    fold: z.string(),
    about: z.string(),
    train: z.array(z.string()).readonly(),
    asked: z.array(z.string()).readonly(),
  }),
  result: readerResultSchema,
};

/** A training is whole on one worker, which has the corpus; what comes back are numbers. */
export async function readersTravel({
  folder,
  settings,
  alignments,
}: TrainReadersSetup): Promise<Travel<TableTraining, ReaderResult>> {
  const corpus = await openCorpus(folder);
  const { trainChapters, askedChapters, ...rest } = settings;
  return travel({
    kind: "reader",
    shapes,
    setup: { ...rest, trainChapters: finite(trainChapters), askedChapters: finite(askedChapters) },
    folders: { corpus: await travellingCorpus(corpus, alignments) },
    batch: 1,
    nameOf: ({ task, alignment, seed, fold }) => `${task} on ${alignment}, seed ${seed}, ${fold}`,
    pack: async (training) => training,
    unpack: (result) => result,
  });
}

export const perform = performer(shapes, async (setup, place) => {
  const { threads, provider } = place;
  const settings: TableSettings = {
    ...setup,
    trainChapters: setup.trainChapters ?? Number.POSITIVE_INFINITY,
    askedChapters: setup.askedChapters ?? Number.POSITIVE_INFINITY,
  };
  const folder = folderThere(place, "corpus");
  return startTrainingReaders({ folder, alignments: [], settings, threads, provider }, undefined, registeredMethods);
});

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
