import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { faultIn, Problem } from "@plotline/base";
import { jsonIn } from "@plotline/base/node";
import { z } from "zod";

export interface ModelFolder {
  readonly folder: string;
  readonly modelFile: string;
  /** The contents of tokenizer.json and tokenizer_config.json. */
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  /** The rows of the model's embedding table, where config.json has them. */
  readonly vocabularySize: number | undefined;
  readonly maxTokens: number;
  /** How a paragraph's vector is made of its tokens' vectors. */
  readonly pooling: "mean" | "cls";
  /** A hash over everything that determines a vector. */
  readonly hash: string;
}

/** Reads what is in the folder of an encoder; a sentence where something is missing. */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  if (!existsSync(folder))
    throw new Problem(`${folder}: there is no such folder; an encoder is a folder with model.onnx.`);
  const modelFile = modelFiles.map((name) => join(folder, name)).find(existsSync);
  if (modelFile === undefined)
    throw new Problem(`${folder}: an encoder needs ${modelFiles.join(" or ")} in this folder; there is none.`);
  const config = readJson(folder, "config.json", modelConfig);
  const tokenizerConfig = readJson(folder, "tokenizer_config.json", tokenizerConfigShape) ?? {};
  const tokenizer = readJson(folder, "tokenizer.json", z.looseObject({}));
  if (tokenizer === undefined)
    throw new Problem(`${folder}: an encoder needs the model's tokenizer.json in this folder; there is none.`);
  const sentences = readJson(folder, "sentence_bert_config.json", sentenceConfig);
  const pooling = readJson(folder, join("1_Pooling", "config.json"), poolingConfig);
  const external = externalData.map((suffix) => modelFile + suffix).filter(existsSync);
  return {
    folder,
    modelFile,
    tokenizer,
    tokenizerConfig,
    vocabularySize: config?.vocab_size,
    maxTokens: Math.min(
      sentences?.max_seq_length ?? Number.POSITIVE_INFINITY,
      tokenizerConfig.model_max_length ?? Number.POSITIVE_INFINITY,
      config === undefined ? usualTokens : positions(config),
    ),
    pooling: pooling?.pooling_mode_cls_token ? "cls" : "mean",
    hash: await hashOf([modelFile, ...external, join(folder, "tokenizer.json")]),
  };
}

/** MiniLM, fine-tuned on corpora/open: a package of its own, since it is larger than all others together. */
export function shippedEncoder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve("@plotline/encoder/package.json"));
  } catch {
    throw new Problem(
      "This installation has no encoder of its own; install it with: npm install @plotline/encoder",
      "named encoder",
    );
  }
}

/** Weights of the aligner that were trained with the encoder: `npm run train -- aligner CORPUS --encoder FOLDER --out FOLDER/aligner.json`. */
export const alignerFile = "aligner.json";

const modelFiles = ["model.onnx", join("onnx", "model.onnx")];
const externalData = ["_data", ".data"];
const usualTokens = 512;

const count = z.number().int().positive();
const modelConfig = z.looseObject({
  vocab_size: count.optional(),
  max_position_embeddings: count.optional(),
  model_type: z.string().optional(),
});
const tokenizerConfigShape = z.looseObject({ model_max_length: z.number().positive().nullish() });
const sentenceConfig = z.looseObject({ max_seq_length: count.nullable().optional() });
const poolingConfig = z.looseObject({ pooling_mode_cls_token: z.boolean().optional() });

/** RoBERTa and its kin count positions from 2. */
function positions({ max_position_embeddings: all = usualTokens, model_type: type = "" }: z.infer<typeof modelConfig>) {
  return /roberta|camembert|mpnet/.test(type) ? all - 2 : all;
}

function readJson<Shape extends z.ZodType>(folder: string, name: string, shape: Shape): z.infer<Shape> | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  const value = jsonIn(path);
  if (value === undefined) throw new Problem(`${path}: this is not JSON; fetch the model's files again.`);
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${path}: ${faultIn(read.error, "the whole")}.`);
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths)
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex").slice(0, 32);
}
