import { join } from "node:path";
import type { Command } from "commander";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus } from "../corpus/types.ts";
import { type ModelFolder, readModelFolder } from "../encoder/model-folder.ts";
import { openVectorCache, type VectorCache, vectorKey } from "../encoder/vector-cache.ts";
import type { Executor } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";
import { type EncodeTask, encodeTexts } from "../runs/encode.ts";
import { chooseWorks, type WorkChoice, withWorks } from "./choice.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "./executor.ts";
import { command, print, printJson } from "./frame.ts";
import { encoderOption } from "./method-choice.ts";
import { Progress } from "./progress.ts";

interface Options extends WorkChoice, ExecutorChoice {
  readonly encoder?: string;
}

export function encodeCommand(): Command {
  const made = command(
    "encode <corpus>",
    "Encode the paragraphs of the summarised chapters with a model. The vectors are saved in the corpus, in .cache/vectors, where every method that compares vectors finds them.",
    [
      "encode my-corpus --encoder models/all-MiniLM-L6-v2",
      "encode my-corpus --encoder models/all-MiniLM-L6-v2 --queue redis://10.0.0.5:6379",
    ],
  );
  return withExecutorOptions(withWorks(made).addOption(encoderOption())).action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  if (options.encoder === undefined) throw new Problem("Name a folder with an ONNX model with --encoder.");
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const model = await readModelFolder(options.encoder);
  const cache = openVectorCache(join(corpus.folder, ".cache", "vectors"), vectorKey(model));
  const missing = await missingTexts(corpus, works, cache);
  const about = ["encode", ...works.map(({ title }) => title)];
  const encoded = await withExecutor(options, corpus, about, (executor) =>
    encodeAll(executor, model, missing.tasks, cache, options),
  );
  const counts = { paragraphs: missing.known + encoded, encoded };
  if (options.json) printJson({ corpus: corpus.folder, ...counts });
  else print(`${counts.paragraphs} different paragraphs, ${encoded} of them encoded now.`);
}

/** What has no vector yet, chapter by chapter; a text that occurs several times is encoded once. */
async function missingTexts(
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

/** A very long chapter goes in several tasks. */
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

async function encodeAll(
  executor: Executor,
  { folder }: ModelFolder,
  tasks: readonly EncodeTask[],
  cache: VectorCache,
  options: Options,
): Promise<number> {
  const { threads } = options;
  const job = encodeTexts({ encoder: folder, ...(threads !== undefined && { threads }) });
  const progress = new Progress("Encoding chapters", tasks.length, options.quiet);
  let encoded = 0;
  for await (const { texts, vectors } of executor.run(job, tasks, progress.watch)) {
    cache.add(texts, vectors);
    encoded += texts.length;
    progress.advance();
  }
  progress.end();
  return encoded;
}
