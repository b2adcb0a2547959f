import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { Busy, CorpusLock } from "@plotline/corpus/node";
import type { QuestionSet } from "@plotline/questions/node";
import { type CellFile, cellPath, readCell } from "./cell-file.ts";
import { type Cell, cellName } from "./cells.ts";
import { type CellNews, encodedFor, trainCell } from "./train-cell.ts";

export interface CellsRun {
  readonly corpus: Corpus;
  readonly set: QuestionSet;
  readonly cells: readonly Cell[];
  /** Where the figures go. */
  readonly results: string;
  readonly signal?: AbortSignal;
  readonly watch?: {
    reading?(done: number, works: number, title: string): void;
    training?(cell: Cell, news: CellNews): void;
    ended?(cell: Cell, file: CellFile): void;
    /** Another process is at it. */
    taken?(cell: Cell): void;
  };
}

/**
 * Trains the cells that have no result yet, one after the other. Several processes may work on one folder of results: a
 * cell is locked while it is trained, and a lock whose process died is taken over with its checkpoint.
 */
export async function trainCells({ corpus, set, cells, results, signal, watch }: CellsRun): Promise<void> {
  mkdirSync(results, { recursive: true });
  const isOpen = (cell: Cell) => readCell(cellPath(results, cell))?.score === undefined;
  if (!cells.some(isOpen)) return;
  const works = corpus.works.filter(({ summarised }) => summarised.length > 0).length;
  let read = 0;
  const encoded = await encodedFor(corpus, set, ({ title }) => watch?.reading?.(++read, works, title));
  for (const cell of cells) {
    if (signal?.aborted || !isOpen(cell)) continue;
    const folder = join(corpus.folder, "runs", `${set}-${cellName(cell)}`);
    mkdirSync(folder, { recursive: true });
    const run = { corpus, set, path: cellPath(results, cell), folder, signal };
    try {
      await new CorpusLock(folder, () => undefined).held(async () => {
        if (!isOpen(cell)) return;
        const file = await trainCell(cell, encoded, { ...run, onStep: (news) => watch?.training?.(cell, news) });
        if (file !== undefined) watch?.ended?.(cell, file);
      });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      watch?.taken?.(cell);
    }
  }
}
