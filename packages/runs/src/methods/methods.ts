import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  type Aligner,
  type Calibration,
  type CorpusView,
  type Density,
  encoder,
  findMethod,
  type Method,
  type MethodOptions,
  sharedScores,
} from "@plotline/align";
import { alignerFile, type EncoderOptions, readModelFolder } from "@plotline/align/node";
import { externalMethod, isFile } from "./external.ts";

/** Which methods, by their names in the registry or the paths of their modules, and what they are prepared with. */
export interface MethodChoice {
  readonly methods: readonly string[];
  readonly seed: number;
  /** A folder with a model, for the methods that compare vectors. */
  readonly encoder?: string;
  /** Where vectors are saved, so that no text is encoded twice. */
  readonly vectors?: string;
  /** How many threads the model uses, if not all cores of this machine. */
  readonly model?: Pick<EncoderOptions, "threads">;
  /** How much of a story the guides cover, and the corpus's own calibration, for `plotline`. */
  readonly density?: Density;
  /** The code of the stories' language, where it is given. */
  readonly language?: string;
  readonly calibration?: Calibration;
}

export interface Prepared {
  readonly method: Method;
  readonly align: Aligner;
}

/** Methods by the names that the user of this machine gave: a file of theirs is loaded and run. */
export async function chosenMethods(names: readonly string[]): Promise<Method[]> {
  return Promise.all(names.map((name) => (isFile(name) ? externalMethod(name) : findMethod(name))));
}

/** Prepares methods together, so that they share what they read and score. */
export async function prepareMethods(corpus: CorpusView, choice: MethodChoice): Promise<Prepared[]> {
  const options = await methodOptions(choice);
  const prepared: Prepared[] = [];
  for (const method of await chosenMethods(choice.methods))
    prepared.push({ method, align: await method.prepare(corpus, options) });
  return prepared;
}

/** What methods of one choice are prepared with, together. */
export async function methodOptions(choice: MethodChoice): Promise<MethodOptions> {
  const { seed, density, calibration, language } = choice;
  return { seed, scores: sharedScores(), density, calibration, language, ...(await encoderOf(choice)) };
}

/** Which of its tiers `plotline` uses, for signatures. */
export function alignerTier(encoder: string | undefined): string {
  if (encoder === undefined) return "table";
  return existsSync(join(encoder, alignerFile)) ? "encoder with its own weights" : "encoder";
}

/** An encoder in the words of a signature: its folder's name alone would not say which model is in it. */
export async function encoderWords(folder: string | undefined): Promise<string> {
  if (folder === undefined) return "none";
  const { hash, pooling, maxTokens } = await readModelFolder(folder);
  return `${basename(resolve(folder))}-${hash.slice(0, 8)}-${pooling}-${maxTokens}`;
}

/** The encoder that methods are given; undefined without a folder. */
export async function encoderOf({
  encoder: folder,
  vectors,
  model,
}: Pick<MethodChoice, "encoder" | "vectors" | "model">): Promise<Pick<MethodOptions, "encoder" | "contextual">> {
  if (folder === undefined) return {};
  const { openEncoder } = await import("@plotline/align/node");
  const opened = await openEncoder(folder, { ...model, cache: vectors });
  return { encoder: encoder(opened), contextual: opened };
}
