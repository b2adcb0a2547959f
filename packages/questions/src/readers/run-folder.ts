import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { digestOf, writeAtomically } from "@plotline/base/node";
import { model } from "@plotline/nn";
import { loadRun, Replicas } from "@plotline/nn/node";
import { z } from "zod";
import { WordList } from "./encoding/words.ts";
import { Reader, readerModel } from "./reader.ts";
import { modelSchema, tasks, trainSchema } from "./settings.ts";

/** What a run must know of itself besides its weights: `reader.json`. */
const readerFile = z.object({
  version: z.string(),
  task: z.enum(tasks),
  /** Where its contexts come from. */
  alignment: z.string(),
  /** The corpus that it was trained on, by its hash. */
  corpus: z.string(),
  signature: z.string(),
  /** Settings of later versions are ignored, and those that an earlier version did not have get their defaults. */
  model: z.object(modelSchema.shape),
  train: z.object(trainSchema.shape),
  /** The contexts that the alignment gave, by their hash. */
  contexts: z.string().optional(),
  /** The best accuracy on what was held out, and what it is based on; missing where the run was stopped before. */
  heldOut: z.object({ accuracy: z.number(), questions: z.number(), chance: z.number() }).optional(),
  /** How many points the training corpus has for a story paragraph; saved runs call it so. */
  bulletsPerParagraph: z.number(),
  markers: z.number(),
  words: z.array(z.string()),
  vocabulary: z.string(),
  /** The question set that it was trained on, and the hash of what it asks; runs of earlier versions lack it. */
  set: z.string().optional(),
  questions: z.string().optional(),
});

/** What `reader.json` says of a trained reader. */
export type ReaderFile = Readonly<z.infer<typeof readerFile>>;

/** A run's folder: `reader.json`, `metrics.jsonl`, `last.safetensors`, `best.safetensors`. */
export interface ReaderFolder {
  readonly folder: string;
  readonly file: ReaderFile;
  readonly words: WordList;
  /** The best weights, or the last where none were validated yet. */
  readonly weights: string;
}

/** In the order of the schema, so that a run that was resumed has the same file as one that was not. */
export function saveReaderFile(folder: string, file: ReaderFile): void {
  writeAtomically(join(folder, name), `${JSON.stringify(readerFile.parse(file))}\n`);
}

/** A hash by which the words of a reader are known again. */
export function vocabularyHash({ words, markers }: WordList): string {
  return digestOf([words, markers], 12);
}

/** A trained reader's folder, ready to be opened. */
export function readerFolder(folder: string): ReaderFolder {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Problem(`${folder} holds no trained reader; make one with "plotline paper train".`);
  const file = parsed(path);
  const words = new WordList(file.words, file.markers);
  if (vocabularyHash(words) !== file.vocabulary)
    throw new Problem(`${path}: the words are not those that the run was made with; restore the file from a copy.`);
  const weights = ["best.safetensors", "last.safetensors"]
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (weights === undefined)
    throw new Problem(
      `${folder} holds no weights yet: the run was stopped before its first checkpoint.`,
      "resumed run",
    );
  return { folder, file, words, weights };
}

/** The model with its weights. */
export async function openReader(
  { file, words, weights }: ReaderFolder,
  options: { readonly threads?: number } = {},
): Promise<Reader> {
  const replicas = await Replicas.open(model(readerModel(file.task, file.model, words, file.train)), options);
  try {
    loadRun(weights, replicas);
  } catch (error) {
    await replicas.close();
    throw error instanceof Problem && error.message.includes('"words"') ? otherVocabulary(weights) : error;
  }
  return new Reader(file.task, words, file.model, replicas);
}

const name = "reader.json";

function otherVocabulary(weights: string): Problem {
  return new Problem(
    `${weights}: this checkpoint is of another vocabulary than the ${name} next to it; put the two files of one run together.`,
  );
}

function parsed(path: string): ReaderFile {
  try {
    return readerFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Problem(`${path}: this file is damaged or of another version of plotline; train again.`);
  }
}
