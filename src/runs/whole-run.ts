import { readFileSync, rmSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus } from "../corpus/types.ts";
import { filesOfModel, readModelFolder } from "../encoder/model-folder.ts";
import { type Job, job, type Remote, type Step } from "../jobs/executor.ts";
import { filesIn, innerPath } from "../jobs/queue/bundle.ts";
import { contentKey } from "../jobs/queue/message.ts";
import { folderThere, performer, remote } from "../jobs/wire.ts";
import { learnSchema } from "../learn/index.ts";
import { sumOf } from "../lists.ts";
import { Problem } from "../problem.ts";
import type { Provider } from "../providers.ts";
import { hasRun } from "../readers/run-folder.ts";
import { modelSchema, tasks, trainSchema, vocabularySchema } from "../readers/settings.ts";
import { corpusFiles } from "./corpus-files.ts";
import { learnRun } from "./learn.ts";
import { mustBeRegistered } from "./methods/external.ts";
import { type MethodFinder, registeredMethods } from "./methods/methods.ts";
import { trainRun } from "./train.ts";

/** A run that is done from start to end wherever it is sent: a reader that is trained, or an alignment that is learned. */
const wholeRunSchema = z.discriminatedUnion("what", [
  z.strictObject({
    what: z.literal("train"),
    task: z.enum(tasks),
    alignment: z.string(),
    model: modelSchema,
    train: trainSchema,
    ...vocabularySchema.shape,
  }),
  z.strictObject({
    what: z.literal("learn"),
    settings: learnSchema,
    ...vocabularySchema.shape,
    /** The chapter whose links are saved at every round. */
    watch: z.string().optional(),
  }),
]);

export type WholeRun = Readonly<z.infer<typeof wholeRunSchema>>;

interface WholeRunsSetup {
  readonly folder: string;
  /** Alignments that are stored in the corpus and needed. */
  readonly alignments: readonly string[];
  readonly encoder?: string;
  /** Where runs are while they are trained; one that was cut off is resumed there. By default in the corpus. */
  readonly scratch?: string;
  readonly threads?: number;
  readonly provider?: Provider;
}

/** The run's folder, file by file: the whole run. */
export interface RunFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export function wholeRuns(setup: WholeRunsSetup): Job<WholeRunsSetup, WholeRun, readonly RunFile[]> {
  return job(import.meta.url, startWholeRuns, setup, () => remoteRuns(setup));
}

export async function startWholeRuns(
  setup: WholeRunsSetup,
  find?: MethodFinder,
): Promise<Step<WholeRun, readonly RunFile[]>> {
  const corpus = await openCorpus(setup.folder);
  const { scratch = join(corpus.folder, ".cache", "runs") } = setup;
  return async (run) => {
    const out = join(scratch, contentKey(await corpus.hash(), run));
    await doRun(corpus, run, out, setup, find);
    const files = await readRun(out);
    rmSync(out, { recursive: true, force: true });
    return files;
  };
}

const shapes = {
  setup: z.strictObject({}),
  task: wholeRunSchema,
  result: z.array(z.strictObject({ path: innerPath, content: z.instanceof(Uint8Array) })),
};

export const performRuns = performer(shapes, async (_, machine) => {
  const { folders, cache, threads, provider } = machine;
  const scratch = join(cache, "runs");
  const folder = folderThere(machine, "corpus");
  const encoder = folders["encoder"];
  return startWholeRuns({ folder, alignments: [], encoder, scratch, threads, provider }, registeredMethods);
});

/** The corpus is sent by its content, and the run's folder comes back. */
async function remoteRuns(setup: WholeRunsSetup): Promise<Remote<WholeRun, readonly RunFile[]>> {
  const { folder, alignments, encoder } = setup;
  mustBeRegistered(alignments);
  const model = encoder && { encoder: { path: encoder, files: filesOfModel(await readModelFolder(encoder)) } };
  return remote({
    kind: "run",
    shapes,
    setup: {},
    folders: { corpus: await corpusFiles(await openCorpus(folder), alignments), ...model },
    batch: 1,
    nameOf: (run) => (run.what === "learn" ? "the learning" : `the training of a ${run.task} reader`),
    pack: async (run) => run,
    unpack: (files) => files,
  });
}

async function doRun(
  corpus: Corpus,
  run: WholeRun,
  out: string,
  setup: WholeRunsSetup,
  find: MethodFinder | undefined,
): Promise<void> {
  const { threads, provider, encoder } = setup;
  const machine = { threads, provider };
  if (run.what === "learn") {
    const { what: _, ...asked } = run;
    await learnRun(corpus, { ...asked, ...machine, out });
  } else {
    const { what: _, ...asked } = run;
    const resume = hasRun(out);
    const { trained } = await trainRun(corpus, { ...asked, encoder, find, ...(resume ? {} : machine), out, resume });
    await trained.reader.close();
  }
}

/** Larger runs are not sent through a queue. */
const mostBytes = 256 * 2 ** 20;

async function readRun(out: string): Promise<RunFile[]> {
  const paths = await filesIn(out);
  const bytes = sumOf(paths, (path) => statSync(join(out, path)).size);
  if (bytes > mostBytes)
    throw new Problem(
      `The run has ${Math.ceil(bytes / 2 ** 20)} MB, and at most ${mostBytes / 2 ** 20} MB are sent through a queue: train it on that machine, without a queue.`,
    );
  return paths.map((path) => ({ path: path.split(sep).join("/"), content: readFileSync(join(out, path)) }));
}
