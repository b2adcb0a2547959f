import { type RunProgress, runId, saveProgress, saveRun, saveRunSoFar } from "../../../corpus/run-store.ts";
import type { Corpus } from "../../../corpus/types.ts";
import { sentenceOf } from "../../../problem.ts";
import { detailTable, resultsTable } from "../../../report/results-table.ts";
import type { MadeTable } from "../../../runs/table/table.ts";
import type { Common } from "../../command.ts";
import { warn } from "../../print/print.ts";

const kind = "table";

/** A run whose progress is not written for long counts as stopped. */
const often = 5_000;

/** A table as it is saved in the corpus while it is being made: the rows so far, and its progress. */
export class SavedTable {
  private id = "";
  private progress: RunProgress | undefined;
  private lastSaved = 0;
  private warned = false;

  constructor(
    private readonly corpus: Corpus,
    private readonly options: Common,
  ) {}

  /** The rows so far, with their progress until the table is complete. */
  async save(table: MadeTable, done: number, total: number): Promise<void> {
    const { signature } = table;
    this.id = runId(kind, signature, []);
    this.progress = done < total ? { kind, signature, done, total } : undefined;
    const tables = [
      { title: "The paper's table", ...resultsTable(table) },
      { title: "What each accuracy is based on", ...detailTable(table) },
    ].filter(({ rows }) => rows.length > 0);
    const run = { kind, signature, made: new Date().toISOString(), tables, notes: table.notes, result: table };
    try {
      if (this.progress === undefined) await saveRun(this.corpus.folder, this.id, run);
      else saveRunSoFar(this.corpus.folder, this.id, run, this.progress);
    } catch (error) {
      if (!this.warned) warn(`the table is not saved in the corpus: ${sentenceOf(error)}`, this.options);
      this.warned = true;
    }
    this.lastSaved = Date.now();
  }

  /** Shows that the run is still alive. */
  touch(): void {
    if (this.progress === undefined || this.warned || Date.now() - this.lastSaved < often) return;
    this.lastSaved = Date.now();
    saveProgress(this.corpus.folder, this.id, this.progress);
  }
}
