import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type Corpus, readerResultSchema } from "@plotline/align";
import { Problem } from "@plotline/base";
import { Busy, CorpusLock, saveRun } from "@plotline/corpus/node";
import type { Task } from "@plotline/questions";
import type { EncodedCorpus, QuestionSet } from "@plotline/questions/node";
import { readerTable } from "../report/alignment-table.ts";
import { summarisedWorks } from "../summarised-works.ts";
import { type CellFile, cellPath, cellResult, readCell } from "./cell-file.ts";
import { cellName, type TableCell } from "./cells.ts";
import type { CellNews } from "./curve.ts";
import { type CellSize, paperSize } from "./sizes.ts";
import { cellMadeFrom, encodedFor, materialOf, trainCell } from "./train-cell.ts";

export interface CellsRun {
  readonly corpus: Corpus;
  readonly set: QuestionSet;
  readonly cells: readonly TableCell[];
  /** By default the paper's. */
  readonly size?: CellSize;
  /** Where the figures go. */
  readonly results: string;
  readonly signal?: AbortSignal;
  readonly watch?: {
    reading?(done: number, works: number, title: string): void;
    training?(cell: TableCell, news: CellNews): void;
    ended?(cell: TableCell, file: CellFile): void;
    /** Another process is at it. */
    taken?(cell: TableCell): void;
  };
}

/**
 * Trains the cells that have no result yet, one after the other. Several processes may work on one folder of results: a
 * cell is locked while it is trained, and a lock whose process died is taken over with its checkpoint.
 */
export async function trainCells(run: CellsRun): Promise<void> {
  const { corpus, set, cells, size = paperSize, results, signal, watch } = run;
  const isOpen = (cell: TableCell) => readCell(cellPath(results, cell))?.score === undefined;
  const works = summarisedWorks(corpus).length;
  let read = 0;
  const encoded = await encodedFor(corpus, set, ({ title }) => watch?.reading?.(++read, works, title));
  for (const task of new Set(cells.map((cell) => cell.task))) mustSuffice(corpus, encoded, task);
  for (const cell of cells) cellMadeFrom(cellPath(results, cell), await materialOf(cell, encoded, { corpus, size }));
  mkdirSync(results, { recursive: true });
  for (const cell of cells) {
    if (signal?.aborted || !isOpen(cell)) continue;
    const path = cellPath(results, cell);
    const folder = checkpointFolder(run, cell, size);
    const onStep = (news: CellNews) => watch?.training?.(cell, news);
    try {
      await new CorpusLock(folder, () => undefined).held(async () => {
        if (!isOpen(cell)) return;
        if (readCell(path) === undefined) forget(folder);
        const file = await trainCell(cell, encoded, { corpus, set, size, path, folder, signal, onStep });
        if (file === undefined) return;
        await saveTraining(corpus.folder, basename(folder), file);
        watch?.ended?.(cell, file);
      });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      watch?.taken?.(cell);
    }
  }
}

/** The Results page lists it among the corpus's trainings. */
async function saveTraining(corpus: string, id: string, file: CellFile): Promise<void> {
  const result = readerResultSchema.parse(cellResult(file));
  const about = { kind: `train ${file.task}`, signature: result.signature };
  await saveRun(corpus, id, { ...about, tables: [readerTable(result)], result });
}

/** Said before a folder is made. */
function mustSuffice({ folder }: Corpus, { works }: EncodedCorpus, task: Task): void {
  const chapters = (split: "train" | "validation") =>
    works.filter((work) => work.split === split).flatMap((work) => work.chapters.filter((each) => each[task].length));
  const [learned, asked] = [chapters("train").length, chapters("validation").length];
  if (learned >= fewestChapters && asked > 0) return;
  throw new Problem(
    `${folder} has too few ${task} questions for a table: ${learned} chapters to train on and ${asked} to ask about have any, and at least ${fewestChapters} and 1 are needed; corpus.json says which works are for which.`,
  );
}

const fewestChapters = 4;

function checkpointFolder({ corpus, set }: CellsRun, cell: TableCell, { name }: CellSize): string {
  const size = name === paperSize.name ? "" : `${name}-`;
  const folder = join(corpus.folder, "runs", `${set}-${size}${cellName(cell)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A result that was moved away is made anew: its checkpoints may be of other material. */
function forget(folder: string): void {
  for (const name of ["last.safetensors", "best.safetensors", "metrics.jsonl"])
    rmSync(join(folder, name), { force: true });
}
