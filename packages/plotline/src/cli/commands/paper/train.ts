import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { paperMethods } from "@plotline/align";
import { Problem, signatureOf } from "@plotline/base";
import { type NewRun, openCorpus } from "@plotline/corpus/node";
import { defaultSet, type QuestionSet, setNames } from "@plotline/questions";
import { detailTable, resultsTable } from "@plotline/runs";
import {
  cellName,
  cellsByWorth,
  mustBeOneTable,
  paperSize,
  quickCells,
  quickSize,
  readResults,
  type TableCell,
  trainCells,
  writeAlignmentFigures,
} from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { stopAfterStep } from "../../options/interrupt.ts";
import { choiceOption } from "../../options/values.ts";
import { print, warn } from "../../print/print.ts";
import { duration, Progress } from "../../print/progress.ts";
import { saveResult } from "../../save-result.ts";

interface Options extends Common {
  readonly results?: string;
  readonly set: QuestionSet;
  readonly only?: readonly string[];
  readonly quick?: boolean;
}

export function trainCommand(): Command {
  return command(
    "train <corpus>",
    "Train the paper's readers at its size (200 units, all tokens), cell by cell of its table, in the order of their worth. A folder of results gets one file a cell: its curve after every pass, its score under both protocols, and the hashes of what it was made from. Several processes may work on one folder; one that was stopped resumes from its last checkpoint.",
    false,
  )
    .option(
      "--results <folder>",
      "where the figures go (default: in the corpus, runs/cells, with the alignments scored)",
    )
    .addOption(choiceOption("--set <name>", "the question set", setNames, defaultSet))
    .option("--only <text...>", "only cells whose name contains one of these, such as cloze-random-1-3e-4-seed-1")
    .option("--quick", "small readers, every row once: minutes instead of days")
    .action(train);
}

async function train(folder: string, options: Options): Promise<void> {
  lowerPriorityIfChild();
  const corpus = await openCorpus(folder);
  const cells = cellsOf(options);
  const results = options.results ?? join(corpus.folder, "runs", options.quick ? "cells-quick" : "cells");
  mustBeOneTable(results, await corpus.hash(), options.set);
  const stop = stopAfterStep(options.quiet);
  stop.begin();
  const [reading, training] = [
    new Progress("Reading works", 0, options.quiet),
    new Progress("Training", 100, options.quiet),
  ];
  const size = options.quick ? quickSize : paperSize;
  const signature = signatureOf({ corpus: await corpus.hash(), set: options.set, size: size.name });
  const saving: Promise<void>[] = [];
  const save = () => {
    const run = { kind: "table", signature, ...tableSoFar(results, cells.length) };
    saving.push(saveResult(corpus, run, [], options));
  };
  if (options.results === undefined) await writeAlignmentFigures(corpus, results);
  if (existsSync(join(results, "alignment.json"))) save();
  await trainCells({
    corpus,
    set: options.set,
    cells,
    size,
    results,
    signal: stop.signal,
    watch: {
      reading: (done, works, title) => reading.outOf(works).watch({ done, detail: title }),
      training: (cell, { pass, share, heldBack, secondsAPass }) => {
        const known = heldBack === undefined ? "" : `, held back ${heldBack.toFixed(3)}`;
        const detail = `${cellName(cell)}, pass ${pass} (${duration(1000 * secondsAPass)} each)${known}`;
        training.watch({ done: Math.floor(100 * share), detail });
      },
      ended: (cell, { score }) => {
        if (!options.quiet) print(`${cellName(cell)}: ${score?.paper.accuracy.toFixed(3)}`);
        save();
      },
      taken: (cell) => warn(`${cellName(cell)} is being trained by another process.`, options),
    },
  });
  reading.end();
  training.end();
  stop.forget();
  await Promise.all(saving);
  if (stop.signal.aborted) print("Stopped; the same command resumes from there.");
  else if (!options.quiet) print(`The figures are in ${results}; "plotline paper table ${results}" shows them.`);
}

/** What the Results page shows of a table of so many cells. */
function tableSoFar(results: string, total: number): Pick<NewRun, "tables" | "result" | "progress"> {
  const found = readResults(results);
  const tables = [
    { title: "The paper's table", ...resultsTable(found) },
    { title: "What each accuracy stands on", ...detailTable(found) },
  ].filter(({ rows }) => rows.length > 0);
  const done = found.cells.filter(({ score }) => score !== undefined).length;
  return { tables, result: found, progress: done < total ? { done, total } : undefined };
}

/** In the background of the app: at the lowest priority, and only while the app runs. */
function lowerPriorityIfChild(): void {
  if (process.connected !== true) return;
  setPriority(constants.priority.PRIORITY_LOW);
  process.once("disconnect", () => process.exit(0));
}

/** Rows that compare vectors need an encoder, and have none here. */
function cellsOf({ only = [""], quick }: Options): TableCell[] {
  const names = paperMethods.filter(({ needsEncoder }) => needsEncoder !== true).map(({ name }) => name);
  const all = quick ? quickCells(names) : cellsByWorth(names);
  const cells = all.filter((cell) => only.some((text) => cellName(cell).includes(text)));
  if (cells.length > 0) return cells;
  throw new Problem(`No cell's name contains "${only.join('" or "')}"; the first is ${cellName(all[0]!)}.`);
}
