import { availableParallelism, constants, setPriority } from "node:os";
import { extname } from "node:path";
import { methods, paperMethods } from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus, type RunTable } from "@plotline/corpus/node";
import { type Task, tasks } from "@plotline/questions";
import { detailTable, fullTable, quickTable, resultsMarkdown, resultsTable, resultsText } from "@plotline/runs";
import { type MadeTable, makeTable, type TableOptions, type TableWatcher, tableFrom } from "@plotline/runs/node";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Common, command } from "../command.ts";
import { threadsOption } from "../options/executor.ts";
import { endAtOnce } from "../options/interrupt.ts";
import { writeFileOrOutput } from "../options/standard.ts";
import { fileToWrite } from "../options/values.ts";
import { counted, print, printResult, warn } from "../print/print.ts";
import { Progress } from "../print/progress.ts";
import { signatureText, titledTable } from "../print/text-table.ts";
import { RunSaver } from "../run-saver.ts";

const formats = ["text", "markdown"] as const;
type Format = (typeof formats)[number];

interface Options extends Common {
  readonly threads?: number;
  readonly quick?: boolean;
  readonly from?: string;
  readonly method?: readonly string[];
  readonly task?: readonly Task[];
  readonly seeds: readonly number[];
  readonly format?: Format;
  readonly out?: string;
  readonly details?: boolean;
}

export default function tableCommand(): Command {
  const made = command(
    "table [corpus]",
    "The paper's table of a corpus, ours next to the paper's: alignments scored, readers trained on each of them. Results already in the corpus are used; a table that was stopped resumes.",
    [
      "table corpora/sample --quick",
      "table my-corpus --method Chronological-TFIDF TFIDF --seeds 1,2,3",
      "table my-corpus --quick --out table.md",
      "table --from results --format markdown",
    ],
  );
  return made
    .addOption(threadsOption())
    .option("--quick", "small readers on few chapters: minutes instead of days")
    .option("--from <folder>", "make the table from a folder of results, without a corpus")
    .option("--method <name...>", "train readers on these alignments (default: the paper's 16)")
    .addOption(new Option("--task <name...>", "only these tasks").choices(tasks))
    .addOption(
      new Option("--seeds <list>", "train each row with each of these seeds").default([1], "1").argParser(seedList),
    )
    .addOption(
      new Option("--format <name>", "how it is printed (default: by the ending of --out, else text)").choices(formats),
    )
    .option("--out <file>", "write it to a file", fileToWrite)
    .option("--details", "add what each accuracy is based on")
    .action(run);
}

async function run(folder: string | undefined, options: Options): Promise<void> {
  if ((folder === undefined) === (options.from === undefined))
    throw new Problem("Give a corpus folder, or --from with a results folder.");
  const table = folder === undefined ? await tableFrom(options.from ?? "") : await tableOf(folder, options);
  if (options.out !== undefined) {
    writeFileOrOutput(options.out, written(table, formatOf(options), options));
    if (!options.quiet) print(`The table is in ${options.out}.`);
  } else printResult(options, table, written(table, formatOf(options), options).trimEnd());
}

async function tableOf(folder: string, options: Options): Promise<MadeTable> {
  lowerPriorityIfChild();
  const corpus = await openCorpus(folder);
  const chosen = tableOptions(options);
  const bars = new Map<string, Progress>();
  const saving: Promise<void>[] = [];
  let saved: RunSaver | undefined;
  let [finished, trainings] = [0, 0];
  const stop = () => stopped(finished);
  process.once("SIGINT", stop);
  const watch: TableWatcher = {
    progress(what, done, total, detail) {
      const bar = bars.get(what) ?? new Progress(what, total, options.quiet);
      bars.set(what, bar);
      bar.watch({ done, detail });
      if (finished < trainings) saved?.progressed(finished, trainings);
    },
    known(made, done, total) {
      [finished, trainings] = [done, total];
      saved ??= new RunSaver(corpus, { kind: "table", signature: made.signature }, [], options);
      const content = { tables: tablesOf(made), notes: made.notes, result: made };
      saving.push(saved.save(content, done < total ? { done, total } : undefined));
    },
  };
  const table = await makeTable(corpus, chosen, watch);
  process.off("SIGINT", stop);
  await Promise.all(saving);
  for (const bar of bars.values()) bar.end();
  for (const note of table.notes) warn(note, options);
  return table;
}

function tablesOf(table: MadeTable): RunTable[] {
  return [
    { title: "The paper's table", ...resultsTable(table) },
    { title: "What each accuracy is based on", ...detailTable(table) },
  ].filter(({ rows }) => rows.length > 0);
}

function stopped(finished: number): void {
  const saved = finished === 0 ? "no training has finished yet" : `${counted(finished, "finished training")} saved`;
  process.stderr.write(`\nStopped: ${saved}; the same command continues from there.\n`);
  endAtOnce();
}

function tableOptions({ quick, method, task = tasks, seeds, threads: count }: Options): TableOptions {
  const unknown = method?.find((name) => !methods.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new Problem(`There is no method "${unknown}"; "plotline evaluate --help" names them.`);
  return {
    settings: quick ? quickTable : fullTable,
    methods: method ?? paperMethods.map(({ name }) => name),
    tasks: task,
    seeds,
    threads: count ?? (isChildOfApp() ? 1 : availableParallelism()),
  };
}

/** In the background of the app: at the lowest priority, and only while the app runs. */
function lowerPriorityIfChild(): void {
  if (!isChildOfApp()) return;
  setPriority(constants.priority.PRIORITY_LOW);
  process.once("disconnect", () => process.exit(0));
}

function isChildOfApp(): boolean {
  return process.connected === true;
}

function formatOf({ format, out }: Options): Format {
  if (format !== undefined) return format;
  const ending = extname(out ?? "").toLowerCase();
  return ending === ".md" || ending === ".markdown" ? "markdown" : "text";
}

function written(table: MadeTable, format: Format, { details }: Options): string {
  if (format === "markdown") return `${resultsMarkdown(table)}\n`;
  const below = details ? tasks.map((task) => detailsOf(table, task)).join("") : "";
  return `${resultsText(table)}${below}\n\n${signatureText(table.signature)}\n`;
}

/** A table for each task, without what is the same in every row, so that it fits the terminal. */
function detailsOf(table: MadeTable, task: Task): string {
  const { header, rows } = detailTable(table);
  const own = rows.filter((row) => row[1] === task);
  const fitting = (cells: readonly string[]) => cells.filter((_, k) => k !== 1 && k !== cells.length - 1);
  return own.length === 0
    ? ""
    : `\n\n${titledTable(`What each ${task} accuracy is based on`, { header: fitting(header), rows: own.map(fitting) })}`;
}

function seedList(text: string): number[] {
  const seeds = text.split(",").map((each) => each.trim());
  if (!seeds.every((each) => /^\d{1,9}$/.test(each)))
    throw new InvalidArgumentError("Whole numbers are needed, with commas between them.");
  return [...new Set(seeds.map(Number))];
}
