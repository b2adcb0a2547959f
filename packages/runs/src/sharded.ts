import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { densityNames } from "@plotline/align";
import { Problem, signatureOf } from "@plotline/base";
import { digest, digestOf, faultIn } from "@plotline/base/node";
import { openCorpus, storedMethods } from "@plotline/corpus/node";
import { z } from "zod";
import { type AlignSetup, startAligning } from "./align.ts";
import { startScoring } from "./evaluate.ts";
import type { Step } from "./jobs/executor.ts";
import { isFile, mustBeRegistered } from "./methods/external.ts";
import { alignerTier, encoderWords } from "./methods/methods.ts";
import { storedAmong } from "./methods/named.ts";
import { buildSetup, startBuilding } from "./task-dataset.ts";

const index = z.int().nonnegative();
const links = z.array(z.object({ summary: index, story: index, confidence: z.number() }));
/** A chapter, and links made elsewhere that are to be scored on it. */
const chapter = z.object({ work: z.string(), number: z.int(), given: z.array(links).optional() });

const methodsSetup = z.object({
  folder: z.string(),
  methods: z.array(z.string()),
  seed: z.number(),
  evidence: z.boolean().optional(),
  encoder: z.string().optional(),
  density: z.union([z.enum(densityNames), z.number()]).optional(),
  language: z.string().optional(),
  calibration: z.object({ slope: z.number(), shift: z.number(), whole: z.boolean().optional() }).optional(),
});

/** The commands that are done in shards. Nothing else is done for another machine, whatever a message asks for. */
export const shardedCommands = {
  align: byChapter("align", startAligning),
  evaluate: byChapter("evaluate", startScoring),
  questions: sharded("questions", {
    setup: buildSetup,
    task: z.string(),
    words: async ({ folder, set, alignments, seed, measured, includeRestricted }) => ({
      corpus: await (await openCorpus(folder)).hash(),
      set,
      alignments: alignments.map(methodWords),
      stored: await storedWords(folder, alignments),
      measured,
      "with restricted": includeRestricted,
      seed,
    }),
    placed: (setup, place) => ({ ...setup, folder: place(setup.folder) }),
    methods: ({ alignments }) => alignments,
    start: startBuilding,
  }),
};

/** The name of a command that is done in shards. */
export type ShardedCommand = keyof typeof shardedCommands;

/** The work of a command as other processes see it: its settings and its items are plain values that they can check. */
interface ShardedWork<Setup, Task> {
  readonly setup: z.ZodType<Setup>;
  readonly task: z.ZodType<Task>;
  /** Everything that decides the results, besides the command, its items and the version. */
  words(setup: Setup): Promise<object>;
  /** The settings with each folder that the work reads under the path that `place` gives for it. */
  placed(setup: Setup, place: (folder: string) => string): Setup;
  /** The methods of the work: those of the user's own code are run by no other machine. */
  methods(setup: Setup): readonly string[];
  start(setup: Setup, threads: number): Promise<Step<Task, unknown>>;
}

/** The same for who does not know the types: what is not of them is a problem. */
function sharded<Setup, Task>(command: string, work: ShardedWork<Setup, Task>) {
  const setupOf = (given: unknown) => checked(work.setup, given, `The settings of ${command}`);
  const taskOf = (given: unknown) => checked(work.task, given, `An item of ${command}`);
  return {
    /** The settings and items without what only this process needs to know. */
    setup: (given: unknown, place: (folder: string) => string): unknown => work.placed(setupOf(given), place),
    task: (given: unknown): unknown => taskOf(given),
    mustBeSendable: (given: unknown) => mustBeRegistered(work.methods(setupOf(given))),
    /** Two parts may be joined when theirs are the same; `items` is what `itemWords` says of all of them. */
    signature: async (given: unknown, items: string) =>
      signatureOf({ command, items, ...(await work.words(setupOf(given))) }),
    /** Each item may use so many cores. */
    async start(given: unknown, threads: number): Promise<Step<unknown, unknown>> {
      const step = await work.start(setupOf(given), threads);
      return (task) => step(taskOf(task));
    },
  };
}

function checked<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${what}: not as this plotline knows them (${faultIn(read.error, "they")}).`);
}

function byChapter(command: string, start: (setup: AlignSetup) => Promise<Step<z.infer<typeof chapter>, unknown>>) {
  return sharded(command, {
    setup: methodsSetup,
    task: chapter,
    words: async ({ folder, methods, encoder, ...settings }) => ({
      corpus: await (await openCorpus(folder)).hash(),
      methods: methods.map(methodWords),
      encoder: await encoderWords(encoder),
      tier: alignerTier(encoder),
      ...settings,
    }),
    placed: ({ folder, encoder, ...settings }, place) => ({
      folder: place(folder),
      encoder: encoder === undefined ? undefined : place(encoder),
      ...settings,
    }),
    methods: ({ methods }) => methods,
    // Vectors are saved in the corpus, by whichever process makes them.
    start: (setup, threads) =>
      start({ ...setup, vectors: join(setup.folder, ".cache", "vectors"), model: { threads } }),
  });
}

/** A method of the user's own is known by what is in its file. */
function methodWords(name: string): string {
  return isFile(name) ? `${basename(name)}-${digest(readFileSync(name, "utf8"), 8)}` : name;
}

/** What is in the alignments of a corpus that some of these names mean. */
async function storedWords(folder: string, names: readonly string[]): Promise<string> {
  const stored = storedAmong(names, await storedMethods(await openCorpus(folder)));
  const files = stored.flatMap((name) => {
    const all = readdirSync(join(folder, "alignments", name), { recursive: true, encoding: "utf8" });
    return all.filter((path) => /\.(txt|json)$/.test(path)).map((path) => join("alignments", name, path));
  });
  const contents = files.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]);
  return stored.length === 0 ? "none" : digestOf(contents, 8);
}
