import { paperMethods } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import { defaultSet, type QuestionSet, setNames } from "@plotline/questions/node";
import { type Cell, cellName, cellsByWorth, trainCells } from "@plotline/runs/node";
import { type Command, Option } from "commander";
import { type Common, command, commandGroup } from "../command.ts";
import { print, warn } from "../print/print.ts";
import { duration, Progress } from "../print/progress.ts";
import { learnCommand } from "./paper/learn.ts";

interface Options extends Common {
  readonly results: string;
  readonly set: QuestionSet;
  readonly only?: string;
}

export default function paperCommand(): Command {
  return commandGroup("paper", "The paper's models, at its size.", [trainCommand(), learnCommand()]);
}

function trainCommand(): Command {
  return command(
    "train <corpus>",
    "Train the paper's readers at its size (200 units, all tokens), cell by cell of its table, in the order of their worth. A folder of results gets one file a cell: its curve after every pass, its score under both protocols, and the hashes of what it was made from. Several processes may work on one folder; one that was stopped goes on at its last checkpoint.",
    [
      "paper train my-corpus --results results/paper-1",
      "paper train my-corpus --results out --only chronological-tfidf",
    ],
  )
    .requiredOption("--results <folder>", "where the figures go")
    .addOption(new Option("--set <name>", "the question set").choices(setNames).default(defaultSet))
    .option("--only <text>", "only cells whose name contains this, such as cloze-random-1-3e-4-seed-1")
    .action(train);
}

async function train(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const reading = new Progress("Reading works", 0, options.quiet);
  const training = new Progress("Training", 100, options.quiet);
  await trainCells({
    corpus,
    set: options.set,
    cells: cells(options),
    results: options.results,
    signal: stop.signal,
    watch: {
      reading: (done, works, title) => reading.outOf(works).watch({ done, detail: title }),
      training: (cell, { pass, share, heldBack, secondsAPass }) => {
        const known = heldBack === undefined ? "" : `, held back ${heldBack.toFixed(3)}`;
        const detail = `${cellName(cell)}, pass ${pass} (${duration(1000 * secondsAPass)} each)${known}`;
        training.watch({ done: Math.floor(100 * share), detail });
      },
      ended: (cell, { score }) => print(`${cellName(cell)}: ${score?.paper.accuracy.toFixed(3)}`),
      taken: (cell) => warn(`${cellName(cell)} is being trained by another process.`, options),
    },
  });
  reading.end();
  training.end();
  if (stop.signal.aborted) print("Stopped; the same command goes on where it was.");
}

/** Rows that compare vectors need an encoder, and have none here. */
function cells({ only = "" }: Options): Cell[] {
  const names = paperMethods.filter(({ needsEncoder }) => needsEncoder !== true).map(({ name }) => name);
  return cellsByWorth(names).filter((cell) => cellName(cell).includes(only));
}
