import { join } from "node:path";
import { Problem, sumOf } from "@plotline/base";
import { openCorpus, putInPlace } from "@plotline/corpus/node";
import { leftOut } from "@plotline/formats";
import { defaultSet, paperAlignment, type QuestionSet, setNames } from "@plotline/questions";
import { taskFolder, type WrittenDataset, writeTaskDataset } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "../../options/executor.ts";
import { mayReplace, tellAside } from "../../options/replace.ts";
import { choiceOption, numberOption } from "../../options/values.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { printResult, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { leftOutSentences } from "../export.ts";

interface Options extends WorkChoice, ExecutorChoice {
  readonly alignment?: readonly string[];
  readonly set: QuestionSet;
  readonly seed: number;
  readonly out?: string;
  readonly includeRestricted?: boolean;
  readonly replace?: boolean;
  readonly inline?: boolean;
}

const aboutSet = "the question set: the paper's, a variant of it, or questions fit for people";

export default function questionsCommand(): Command {
  return withExecutorOptions(
    withWorks(
      command(
        "questions <corpus>",
        "Make the cloze and completion questions of a corpus: a dataset folder with JSON lines, Parquet and a card, which Hugging Face `datasets` loads as it is.",
      ),
    ),
  )
    .option("-o, --out <folder>", "the folder to write")
    .option(
      "--alignment <name...>",
      `where contexts come from: methods, gold, or a folder in alignments/ (default: ${paperAlignment}, as the paper)`,
    )
    .addOption(choiceOption("--set <name>", aboutSet, setNames, defaultSet))
    .addOption(numberOption("--seed <number>", "the seed of alignments that draw", 1))
    .option("--include-restricted", "include texts whose licence forbids redistribution or is unknown")
    .option("--inline", "put the text of each question's context into its row, in the column context")
    .option("--replace", "replace an existing dataset")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const { out } = options;
  if (out === undefined) throw new Problem("Give an output folder with --out.");
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options).filter((work) => work.summarised.length > 0);
  if (works.length === 0) throw new Problem(`${folder} has no summarised chapter to make questions from.`);
  mayReplace(out, corpus.folder, taskFolder, options.replace === true);
  const rules = {
    alignments: options.alignment ?? [paperAlignment],
    set: options.set,
    seed: options.seed,
    includeRestricted: options.includeRestricted === true,
    inline: options.inline === true,
  };
  const notes = leftOutSentences(leftOut(works, options));
  const progress = new Progress("Making questions", works.length, options.quiet);
  const written = await withExecutor(options, corpus, "questions", (executor) =>
    putInPlace(
      out,
      (path) => writeTaskDataset(path, corpus, works, { ...rules, notes }, executor, progress),
      tellAside,
    ),
  );
  progress.end();
  if (written === undefined) return;
  printResult(options, { out, ...written }, doneText(out, written));
  for (const sentence of [...notes, ...written.goldNotes]) warn(sentence, options);
}

function doneText(out: string, { counts, points, entityQuestions }: WrittenDataset): string {
  const all = (config: keyof typeof counts) => sumOf(Object.values(counts[config]), (count) => count);
  const share = points === 0 ? "0" : ((100 * entityQuestions) / points).toFixed(1);
  return `Wrote ${out}: ${all("cloze")} cloze questions (${entityQuestions} about entities, ${share} % of ${points} points), ${all("completion")} completion items, ${all("passages")} passages. ${join(out, "README.md")} describes it.`;
}
