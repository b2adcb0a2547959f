// A process that trains tiny cells: CORPUS RESULTS. It prints a line for every step, and for every cell that it ended.
import { openCorpus } from "@plotline/corpus/node";
import { cellName } from "../cells.ts";
import { trainCells } from "../train-cells.ts";
import { tinyCells, tinySize } from "./tiny.ts";

const [, , folder = "", results = ""] = process.argv;
await trainCells({
  corpus: await openCorpus(folder),
  set: "paper-1",
  cells: tinyCells,
  size: tinySize,
  results,
  watch: {
    training: (cell, { pass }) => console.log(`step ${cellName(cell)} ${pass}`),
    ended: (cell) => console.log(`ended ${cellName(cell)}`),
  },
});
