/** The Node part of a reader of questions next to passages: a folder with model.onnx, tokenizer.json, config.json and reader.json. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { readModelFolder } from "../encoder/model-folder.ts";
import { type PlainPieces, plainPieces } from "../encoder/pieces.ts";
import { jsonIn } from "../json.ts";
import { onnxRuntime } from "../nn/backends/onnx/runtime.ts";
import { Problem, reasonOf, withStop } from "../problem.ts";
import { type Blend, packedBlend, unpackBlend } from "../readers/blend.ts";
import { blendColumns, type ContinuationReader } from "../readers/completion/reading/reader.ts";
import type { PassageReader } from "../readers/opponents.ts";
import { type ClozeReader, clozeBlendColumns } from "../readers/pointer/encoder/reader.ts";
import type { Protocol } from "../tasks/options.ts";

// As in training.
const maxSequenceTokens = 320;
const maxPointTokens = 72;
const maxContinuationTokens = 64;
const maxPassageTokens = 160;
const maxTitleTokens = 16;
const maxNameTokens = 8;

const readerFile = "reader.json";
const blends = z.object({ paper: packedBlend, blind: packedBlend });
const readerSettings = z.object({ about: z.string(), cloze: blends, completion: blends });

export async function openPassageReader(folder: string, threads?: number): Promise<PassageReader> {
  const { about, cloze, completion } = settingsOf(join(folder, readerFile));
  const model = await readModelFolder(folder);
  const pieces = plainPieces(model);
  const run = await sessionOf(model.modelFile, threads);
  const shared = { name: `${basename(folder)} (${model.hash.slice(0, 8)})`, about };
  return {
    cloze: { ...shared, blends: unpacked(cloze, clozeBlendColumns), read: clozeReading(pieces, run) },
    completion: { ...shared, blends: unpacked(completion, blendColumns), read: continuationReading(pieces, run) },
  };
}

function unpacked(packed: z.infer<typeof blends>, columns: readonly string[]): Record<Protocol, Blend> {
  return { paper: unpackBlend(packed.paper, columns), blind: unpackBlend(packed.blind, columns) };
}

/** The point with a passage or with the candidates; a name's score is that of its first token. */
function clozeReading({ before, after, ids }: PlainPieces, run: Run): ClozeReader["read"] {
  const comma = ids(",");
  return async (point, passages, { title, candidates }) => {
    const asked = [...before, ...ids(point("[MASK]")).slice(0, maxPointTokens), ...after];
    const cast = candidates.map(({ entity, name }) => ({
      entity,
      ids: [...ids(name).slice(0, maxNameTokens), ...comma],
    }));
    const sequences = [
      ...passages.map((parts) =>
        sequenceOf(
          asked,
          parts.map(({ text, entity }) => ({ entity, ids: ids(text) })),
        ),
      ),
      sequenceOf(asked, [{ ids: [...ids(title).slice(0, maxTitleTokens), ...after] }, ...cast]),
    ].map(({ tokens, names }) => ({ tokens: [...tokens.slice(0, maxSequenceTokens - 1), ...after], names }));
    const scores = await run(
      sequences.map(({ tokens }) => tokens),
      "token_scores",
    );
    const width = Math.max(...sequences.map(({ tokens }) => tokens.length));
    const found = sequences.map(({ names }, row) =>
      names.map(({ at, entity }) => ({ entity, score: scores[row * width + at]! })),
    );
    return { named: found.slice(0, -1).flat(), listed: found.at(-1)! };
  };
}

/** What follows the question, and where names are in it. */
function sequenceOf(asked: readonly number[], parts: readonly { ids: readonly number[]; entity?: number }[]) {
  const tokens = [...asked];
  const names: { at: number; entity: number }[] = [];
  for (const { ids, entity } of parts) {
    if (tokens.length + 1 >= maxSequenceTokens) break;
    if (entity !== undefined) names.push({ at: tokens.length, entity });
    tokens.push(...ids);
  }
  return { tokens, names };
}

/** The first tokens and a continuation, with the passage that speaks most for it and without. */
function continuationReading({ before, after, ids }: PlainPieces, run: Run): ContinuationReader["read"] {
  return async (prefix, options) => {
    const begun = options.map(({ text }) => [
      ...before,
      ...ids(prefix),
      ...after,
      ...ids(text).slice(0, maxContinuationTokens),
      ...after,
    ]);
    const withPassages = options.map(({ passage }, k) => {
      const room = Math.min(maxPassageTokens, maxSequenceTokens - begun[k]!.length - 1);
      return [...begun[k]!, ...ids(passage).slice(0, room), ...after];
    });
    const [read, alone] = [await run(withPassages, "text_scores"), await run(begun, "text_scores")];
    return options.map((_, k) => ({ read: read[k]!, alone: alone[k]! }));
  };
}

function settingsOf(path: string): z.infer<typeof readerSettings> {
  if (!existsSync(path))
    throw new Problem(
      `${path}: there is no such file; questions need an encoder that was trained to read them, such as models/reading of plotline's repository.`,
    );
  const value = jsonIn(path);
  if (value === undefined) throw new Problem(`${path}: this is not JSON; copy it again.`);
  const read = readerSettings.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${path}: ${read.error.issues[0]?.path.join(".") || "the whole"} cannot be used; copy it again.`);
}

/** The scores of some sequences, padded to the longest: one for each, or one for each of its tokens. */
type Run = (sequences: readonly (readonly number[])[], output: "text_scores" | "token_scores") => Promise<Float32Array>;

async function sessionOf(file: string, threads?: number): Promise<Run> {
  const onnx = await onnxRuntime("An encoder");
  const options = { logSeverityLevel: 4, ...(threads !== undefined && { intraOpNumThreads: threads }) } as const;
  const session = await attempt(file, () => onnx.InferenceSession.create(file, options));
  return async (sequences, output) => {
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
    const found = await attempt(file, () => session.run(feeds, [output]));
    return found[output]!.data as Float32Array;
  };
}

async function attempt<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new Problem(`${file}: this model does not read questions: ${withStop(reasonOf(error))}`);
  }
}
