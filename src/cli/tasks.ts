import { basename, join } from "node:path";
import type { Command } from "commander";
import { defaultMethod } from "../align/registry.ts";
import { leftOut } from "../corpus/export.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import { mayReplace, putInPlace } from "../corpus/replace.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import type { Executor } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";
import { contextSources } from "../runs/context-sources.ts";
import { TaskFiles, taskFolder } from "../runs/task-files.ts";
import { buildTasks } from "../runs/tasks.ts";
import type { WorkRows } from "../tasks/build.ts";
import { datasetCard } from "../tasks/card.ts";
import { Controls } from "../tasks/controls.ts";
import { clozeDefaults, clozeSchema, completionDefaults, completionSchema, optionsText } from "../tasks/options.ts";
import { version } from "../version.ts";
import { writeAtomically } from "../write.ts";
import { chooseWorks, type WorkChoice, withWorks } from "./choice.ts";
import { type ExecutorChoice, mustBeWhole, withExecutor, withExecutorOptions } from "./executor.ts";
import { leftOutSentences } from "./export.ts";
import { command, print, printJson, warn } from "./frame.ts";
import { Progress } from "./progress.ts";
import { settingsIn, withSettings } from "./settings.ts";
import { restoreCommand } from "./tasks-restore.ts";

/** What the command line takes besides the rules of the questions. */
interface Options extends WorkChoice, ExecutorChoice {
  readonly alignment?: readonly string[];
  readonly out?: string;
  readonly seed: number;
  readonly controls: boolean;
  readonly includeRestricted?: boolean;
  readonly force?: boolean;
}

export function tasksCommand(): Command {
  const made = withExecutorOptions(
    withWorks(
      command(
        "tasks <corpus>",
        "Make the cloze and completion questions of a corpus: a dataset folder with JSON lines, Parquet and a card, which Hugging Face `datasets` loads as it is.",
        [
          "tasks corpora/sample --out sample-tasks",
          "tasks my-corpus --alignment Posterior-BM25 Chronological-TFIDF gold --out tasks",
          "tasks restore their-tasks my-corpus --out tasks",
        ],
      ),
    ),
  )
    .option("--out <folder>", "the folder to write")
    .option(
      "--alignment <name...>",
      `where contexts come from: methods, gold, or a folder in alignments/ (default: ${defaultMethod})`,
    );
  withSettings(made, clozeSchema, ["size", "mask", "rarity", "occurs", "mentions", "pool", "named"]);
  withSettings(made, completionSchema, ["given"]).option(
    "--no-words",
    "no questions about random words in the train split",
  );
  return withSettings(withSettings(made, completionSchema, ["fill"]), clozeSchema, ["seed"])
    .option("--no-controls", "do not measure what the baselines score")
    .option("--include-restricted", "include texts whose licence forbids redistribution or is unknown")
    .option("--force", "replace an existing dataset")
    .addCommand(restoreCommand())
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const { out } = options;
  if (out === undefined) throw new Problem("Give an output folder with --out.");
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options).filter((work) => work.summarised.length > 0);
  if (works.length === 0) throw new Problem(`${folder} has no summarised chapter to make questions of.`);
  mayReplace(out, corpus.folder, taskFolder, options.force === true);
  const about = ["tasks", ...works.map(({ title }) => title)];
  const written = await withExecutor(options, corpus, about, (executor) =>
    putInPlace(out, (path) => writeTasks(path, corpus, works, executor, options)),
  );
  if (options.json) printJson({ out, ...written });
  else print(doneText(out, written));
  for (const sentence of leftOutSentences(leftOut(works, options))) warn(sentence, options);
}

interface Written {
  readonly counts: TaskFiles["counts"];
  readonly bullets: number;
  readonly entityQuestions: number;
}

async function writeTasks(
  path: string,
  corpus: Corpus,
  works: readonly Work[],
  executor: Executor,
  options: Options,
): Promise<Written> {
  const names = options.alignment ?? [defaultMethod];
  const sources = await contextSources(corpus, names, options.seed);
  const files = new TaskFiles(path);
  const controls = new Controls();
  const measured = works.some(({ split }) => split === "validation") ? "validation" : "train";
  const corpusHash = await corpus.hash();
  const cloze = settingsIn(clozeSchema, options);
  const completion = settingsIn(completionSchema, options);
  const progress = new Progress("Making questions", works.length, options.quiet);
  const job = buildTasks({
    folder: corpus.folder,
    alignments: names,
    seed: options.seed,
    cloze,
    completion,
    corpusHash,
    measured: options.controls ? measured : undefined,
    includeRestricted: options.includeRestricted === true,
  });
  let [bullets, entityQuestions] = [0, 0];
  const titles = works.map(({ title }) => title);
  for await (const built of executor.run(job, titles, progress.watch)) {
    writeRows(files, findWork(corpus, built.title), built.rows);
    controls.merge(built.controls);
    bullets += built.rows.bullets;
    entityQuestions += built.rows.cloze.filter(({ kind }) => kind === "entity").length;
    progress.advance(1, built.title);
  }
  progress.end();
  mustBeWhole(executor, "the dataset");
  await files.finish();
  const card = datasetCard({
    name: basename(corpus.folder),
    version,
    corpusHash,
    clozeRules: optionsText(cloze, clozeDefaults),
    completionRules: optionsText(completion, completionDefaults),
    alignments: sources.map(({ name }) => name),
    works,
    counts: files.counts,
    bullets,
    entityQuestions,
    cloze: controls.rows("cloze"),
    completion: controls.rows("completion"),
    measuredOn: `the ${measured} works (${works.filter(({ split }) => split === measured).length})`,
    leftOut: leftOutSentences(leftOut(works, options)).filter((sentence) => sentence.startsWith("left out")),
  });
  writeAtomically(join(path, "README.md"), card);
  return { counts: files.counts, bullets, entityQuestions };
}

function writeRows(files: TaskFiles, { split }: Work, rows: WorkRows): void {
  files.write("cloze", split, rows.cloze);
  files.write("completion", split, rows.completion);
  files.write("passages", split, rows.passages);
}

function doneText(out: string, { counts, bullets, entityQuestions }: Written): string {
  const all = (config: keyof typeof counts) => Object.values(counts[config]).reduce((sum, count) => sum + count, 0);
  const share = bullets === 0 ? "0" : ((100 * entityQuestions) / bullets).toFixed(1);
  return `Wrote ${out}: ${all("cloze")} cloze questions (${entityQuestions} about entities, ${share} % of ${bullets} bullets), ${all("completion")} completion items, ${all("passages")} passages. ${join(out, "README.md")} says what is in it.`;
}
