import { join } from "node:path";
import type { Command } from "commander";
import { openCorpus } from "../../corpus/open.ts";
import { readModelFolder } from "../../encoder/model-folder.ts";
import { openVectorCache, vectorKey } from "../../encoder/vector-cache.ts";
import { Problem } from "../../problem.ts";
import { encodeMissing, missingTexts } from "../../runs/encode.ts";
import { command } from "../command.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "../options/executor.ts";
import { encoderOption } from "../options/method.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../options/works.ts";
import { printResult } from "../print/print.ts";
import { Progress } from "../print/progress.ts";

interface Options extends WorkChoice, ExecutorChoice {
  readonly encoder?: string;
}

export default function encodeCommand(): Command {
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
  const progress = new Progress("Encoding chapters", missing.tasks.length, options.quiet);
  const setup = { encoder: model.folder, threads: options.threads };
  const encoded = await withExecutor(options, corpus, about, (executor) =>
    encodeMissing(executor, setup, missing.tasks, cache, progress),
  );
  progress.end();
  const counts = { paragraphs: missing.known + encoded, encoded };
  printResult(
    options,
    { corpus: corpus.folder, ...counts },
    `${counts.paragraphs} different paragraphs, ${encoded} of them encoded now.`,
  );
}
