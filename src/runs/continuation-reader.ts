/** The Node part of a continuation reader: a folder with model.onnx, tokenizer.json, config.json and reader.json. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { readModelFolder } from "../encoder/model-folder.ts";
import { plainPieces } from "../encoder/pieces.ts";
import { loadRuntime, reasonOf } from "../encoder/runtime.ts";
import { jsonIn } from "../json.ts";
import { Problem, withStop } from "../problem.ts";
import { packedBlend, unpackBlend } from "../readers/blend.ts";
import { blendColumns, type ContinuationReader } from "../readers/completion/reading/reader.ts";

/** Tokens of a sequence, of a continuation and of a passage, at most, as in training. */
const [longest, continuationTokens, passageTokens] = [256, 64, 160];

const readerFile = "reader.json";
const readerSettings = z.object({ about: z.string(), blends: z.object({ paper: packedBlend, blind: packedBlend }) });

export async function openContinuationReader(folder: string, threads?: number): Promise<ContinuationReader> {
  const { about, blends } = settingsOf(join(folder, readerFile));
  const model = await readModelFolder(folder);
  const pieces = plainPieces(model);
  const score = await sessionOf(model.modelFile, threads);
  return {
    name: `${basename(folder)} (${model.hash.slice(0, 8)})`,
    about,
    blends: { paper: unpackBlend(blends.paper, blendColumns), blind: unpackBlend(blends.blind, blendColumns) },
    async read(prefix, options) {
      const begun = options.map(({ text }) => [
        ...pieces.before,
        ...pieces.ids(prefix),
        ...pieces.after,
        ...pieces.ids(text).slice(0, continuationTokens),
        ...pieces.after,
      ]);
      const withPassages = options.map(({ passage }, k) => {
        const room = Math.min(passageTokens, longest - begun[k]!.length - 1);
        return [...begun[k]!, ...pieces.ids(passage).slice(0, room), ...pieces.after];
      });
      const [read, alone] = [await score(withPassages), await score(begun)];
      return options.map((_, k) => ({ read: read[k]!, alone: alone[k]! }));
    },
  };
}

function settingsOf(path: string): z.infer<typeof readerSettings> {
  if (!existsSync(path))
    throw new Problem(
      `${path}: there is no such file; completion needs an encoder that was trained to read continuations, such as models/continuation of plotline's repository.`,
    );
  const value = jsonIn(path);
  if (value === undefined) throw new Problem(`${path}: this is not JSON; copy it again.`);
  const read = readerSettings.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${path}: ${read.error.issues[0]?.path.join(".") || "the whole"} cannot be used; copy it again.`);
}

/** One score a sequence. */
async function sessionOf(
  file: string,
  threads?: number,
): Promise<(sequences: readonly (readonly number[])[]) => Promise<Float32Array>> {
  const onnx = await loadRuntime();
  const options = { logSeverityLevel: 4, ...(threads !== undefined && { intraOpNumThreads: threads }) } as const;
  const session = await attempt(file, () => onnx.InferenceSession.create(file, options));
  return async (sequences) => {
    const width = Math.max(1, ...sequences.map(({ length }) => length));
    const [ids, mask] = [new BigInt64Array(sequences.length * width), new BigInt64Array(sequences.length * width)];
    sequences.forEach((sequence, row) => {
      sequence.forEach((id, at) => {
        ids[row * width + at] = BigInt(id);
        mask[row * width + at] = 1n;
      });
    });
    const shape = [sequences.length, width];
    const feeds = {
      input_ids: new onnx.Tensor("int64", ids, shape),
      attention_mask: new onnx.Tensor("int64", mask, shape),
    };
    const found = await attempt(file, () => session.run(feeds, ["text_scores"]));
    return found["text_scores"]!.data as Float32Array;
  };
}

async function attempt<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new Problem(`${file}: this model does not read continuations: ${withStop(reasonOf(error))}`);
  }
}
