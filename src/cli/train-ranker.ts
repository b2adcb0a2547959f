import type { Command } from "commander";
import { findMethod } from "../align/registry.ts";
import { corpusView } from "../align/view.ts";
import { openCorpus } from "../corpus/open.ts";
import { methodSources } from "../tasks/sources.ts";
import { rankerDefaults, trainRankers } from "../tasks/train-ranker.ts";
import { writeAtomically } from "../write.ts";
import { type Common, command, fileToWrite, numberOption, print, printJson, seedOption } from "./frame.ts";
import { Progress } from "./progress.ts";

interface Options extends Common {
  readonly chapters: number;
  readonly questions: number;
  readonly seed: number;
  readonly out: string;
}

/** What readers are given while the rankers learn: everything, a plain alignment, a good one. */
const trainedOn = ["No alignment", "Chronological-TFIDF", "Posterior-BM25"];

export function trainRankerCommand(): Command {
  return command(
    "ranker <corpus>",
    "Train the rankers that are the tasks' baselines to beat, on all works outside validation.",
    ["train ranker my-corpus --out ranker.json"],
  )
    .addOption(numberOption("--chapters <number>", "chapters of a work, at most", rankerDefaults.chapters))
    .addOption(numberOption("--questions <number>", "questions of a chapter, at most", rankerDefaults.questions))
    .addOption(seedOption())
    .requiredOption("--out <file>", "write the rankers here", fileToWrite)
    .action(train);
}

async function train(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const sources = await methodSources(
    trainedOn.map((name) => findMethod(name)),
    corpusView(corpus),
    options,
  );
  const progress = new Progress(
    "Works",
    corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0).length,
    options.quiet,
  );
  const rankers = await trainRankers(corpus, sources, options, ({ title }) => progress.advance(1, title));
  progress.end();
  const text = `${JSON.stringify(rankers)}\n`;
  writeAtomically(options.out, text);
  if (options.json) printJson({ out: options.out, bytes: text.length, about: rankers.about });
  else print(`${rankers.about}\nThe rankers are in ${options.out} (${(text.length / 1000).toFixed(0)} KB).`);
}
