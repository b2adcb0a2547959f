import { z } from "zod";
import type { Corpus } from "../corpus/types.ts";
import { filesOfModel, readModelFolder } from "../encoder/model-folder.ts";
import type { EncoderOptions } from "../encoder/open.ts";
import type { VectorCache } from "../encoder/vector-cache.ts";
import { type Executor, type Job, job, type Meter, type Remote, type Step } from "../jobs/executor.ts";
import { folderThere, performer, remote } from "../jobs/wire.ts";
import { Problem } from "../problem.ts";
import { textsShape } from "./chapter-shapes.ts";

interface EncodeSetup extends Pick<EncoderOptions, "provider" | "threads"> {
  readonly encoder: string;
}

/** Paragraphs that are encoded together, and a name for people. */
export interface EncodeTask {
  readonly name: string;
  readonly texts: readonly string[];
}

interface Encoded {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
}

function encodeTexts(setup: EncodeSetup): Job<EncodeSetup, EncodeTask, Encoded> {
  return job(import.meta.url, startEncoding, setup, () => remoteEncoding(setup));
}

export async function startEncoding({ encoder, ...options }: EncodeSetup): Promise<Step<EncodeTask, Encoded>> {
  const { openEncoder } = await import("../encoder/open.ts");
  const model = await openEncoder(encoder, options);
  return async ({ texts }) => ({ texts, vectors: await model.encode(texts) });
}

/** What has no vector yet, chapter by chapter; a text that occurs several times is encoded once. */
export async function missingTexts(
  corpus: Corpus,
  works: Corpus["works"],
  cache: VectorCache,
): Promise<{ tasks: EncodeTask[]; known: number }> {
  const tasks: EncodeTask[] = [];
  const seen = new Set<string>();
  let known = 0;
  for await (const { work, number, summary, story } of corpus.chapters({ works })) {
    const own = [...new Set([...summary, ...story])].filter((text) => !seen.has(text));
    for (const text of own) seen.add(text);
    const texts = own.filter((text) => !cache.has(text));
    known += own.length - texts.length;
    for (const some of portions(texts)) tasks.push({ name: `"${work}" ${number}`, texts: some });
  }
  return { tasks, known };
}

/** Encodes texts and saves their vectors; the number of texts. */
export async function encodeMissing(
  executor: Executor,
  setup: EncodeSetup,
  tasks: readonly EncodeTask[],
  cache: VectorCache,
  meter: Meter,
): Promise<number> {
  let encoded = 0;
  for await (const { texts, vectors } of executor.run(encodeTexts(setup), tasks, meter.watch)) {
    cache.add(texts, vectors);
    encoded += texts.length;
    meter.advance(1, "");
  }
  return encoded;
}

/** A very long chapter becomes several tasks. */
function* portions(texts: readonly string[]): Generator<readonly string[]> {
  let [start, size] = [0, 0];
  for (const [k, text] of texts.entries()) {
    if (size > 0 && size + text.length > portion) {
      yield texts.slice(start, k);
      [start, size] = [k, 0];
    }
    size += text.length;
  }
  if (start < texts.length) yield texts.slice(start);
}

const portion = 200_000;

const shapes = {
  setup: z.strictObject({}),
  task: z.strictObject({ texts: textsShape }),
  result: z.array(z.instanceof(Float32Array)),
};

export const performEncoding = performer(shapes, async (_, machine) => {
  const { provider, threads } = machine;
  const encode = await startEncoding({ encoder: folderThere(machine, "encoder"), provider, threads });
  return async ({ texts }) => [...(await encode({ name: "", texts })).vectors];
});

async function remoteEncoding({ encoder }: EncodeSetup): Promise<Remote<EncodeTask, Encoded>> {
  const files = filesOfModel(await readModelFolder(encoder));
  return remote({
    kind: "encode",
    shapes,
    setup: {},
    folders: { encoder: { path: encoder, files } },
    batch: 50_000,
    large: true,
    nameOf: ({ name }) => name,
    pack: async ({ texts }) => ({ texts }),
    unpack(vectors, { texts }) {
      if (vectors.length !== texts.length) throw new Problem("A worker gave back more or fewer vectors than texts.");
      return { texts, vectors };
    },
  });
}
