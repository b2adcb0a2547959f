import { type RunProgress, runId, saveProgress, saveRun, saveRunSoFar } from "../../../corpus/run-store.ts";
import type { Corpus } from "../../../corpus/types.ts";
import { sentenceOf } from "../../../problem.ts";
import { detailTable, resultsTable } from "../../../report/results-table.ts";
import type { MadeTable } from "../../../runs/table/table.ts";
import type { Common } from "../../command.ts";
import { warn } from "../../print/print.ts";

const kind = "table";

/** A run that is not heard of for long counts as stopped. */
const often = 5_000;

/** A table as it is kept in the corpus: all that is known of it while it is made, and how far it is. */
export class KeptTable {
  private id = "";
  private progress: RunProgress | undefined;
  private told = 0;
  private warned = false;

  constructor(
    private readonly corpus: Corpus,
    private readonly options: Common,
  ) {}

  /** The rows as they are now; what is not whole keeps its progress beside it. */
  async keep(table: MadeTable, done: number, total: number): Promise<void> {
    const { signature } = table;
    this.id = runId(kind, signature, []);
    this.progress = done < total ? { kind, signature, done, total } : undefined;
    const tables = [
      { title: "The paper's table", ...resultsTable(table) },
      { title: "On what each accuracy stands", ...detailTable(table) },
    ].filter(({ rows }) => rows.length > 0);
    const run = { kind, signature, made: new Date().toISOString(), tables, notes: table.notes, result: table };
    try {
      if (this.progress === undefined) await saveRun(this.corpus.folder, this.id, run);
      else saveRunSoFar(this.corpus.folder, this.id, run, this.progress);
    } catch (error) {
      if (!this.warned) warn(`the table is not kept in the corpus: ${sentenceOf(error)}`, this.options);
      this.warned = true;
    }
    this.told = Date.now();
  }

  /** Says that it is still going on. */
  touch(): void {
    if (this.progress === undefined || this.warned || Date.now() - this.told < often) return;
    this.told = Date.now();
    saveProgress(this.corpus.folder, this.id, this.progress);
  }
}
