import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { densityNames } from "@plotline/align";
import { digest, digestOf } from "@plotline/base/node";
import { openCorpus, storedMethods } from "@plotline/corpus/node";
import { setNames } from "@plotline/questions/node";
import { z } from "zod";
import type { AlignSetup } from "./align.ts";
import { type Job, job, type Step } from "./jobs/executor.ts";
import { type Performed, type PerformSetup, performing, type ShardOrder } from "./jobs/queue/perform.ts";
import { sharded } from "./jobs/sharded.ts";
import { isFile, mustBeRegistered } from "./methods/external.ts";
import { alignerTier, encoderWords } from "./methods/methods.ts";
import { storedAmong } from "./methods/named.ts";

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

const questionsSetup = z.object({
  folder: z.string(),
  set: z.enum(setNames),
  alignments: z.array(z.string()),
  seed: z.number(),
  corpusHash: z.string(),
  measured: z.enum(["train", "validation"]).optional(),
  includeRestricted: z.boolean(),
});

/** The commands that are done in shards. Nothing else is done for another machine, whatever a message asks for. */
export const shardedCommands = {
  align: byChapter("align", async (setup) => (await import("./align.ts")).startAligning(setup)),
  evaluate: byChapter("evaluate", async (setup) => (await import("./evaluate.ts")).startScoring(setup)),
  questions: sharded("questions", {
    setup: questionsSetup,
    task: z.string(),
    words: async ({ folder, set, alignments, seed, measured, includeRestricted }) => ({
      corpus: await (await openCorpus(folder)).hash(),
      set,
      alignments: alignments.map(methodWords),
      stored: await storedWords(folder, alignments),
      measured: measured ?? "nothing",
      "with restricted": includeRestricted,
      seed,
    }),
    placed: (setup, place) => ({ ...setup, folder: place(setup.folder) }),
    mustBeSendable: ({ alignments }) => mustBeRegistered(alignments),
    start: async (setup) => (await import("./tasks.ts")).startBuilding(setup),
  }),
};

/** The name of a command that is done in shards. */
export type ShardedCommand = keyof typeof shardedCommands;

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
    mustBeSendable: ({ methods }) => mustBeRegistered(methods),
    // Vectors are saved in the corpus, by whichever process makes them.
    start: (setup, model) => start({ ...setup, vectors: join(setup.folder, ".cache", "vectors"), model }),
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

/** What a worker does with the shards that it takes from a queue. */
export function performShards(setup: PerformSetup): Job<PerformSetup, ShardOrder, Performed> {
  return job(import.meta.url, startPerforming, setup);
}

export async function startPerforming(setup: PerformSetup): Promise<Step<ShardOrder, Performed>> {
  return performing(shardedCommands, setup);
}
