import { type RunProgress, runId, saveProgress, saveRun } from "../../../corpus/run-store.ts";
import type { Corpus } from "../../../corpus/types.ts";
import type { Evaluation } from "../../../evaluate/evaluation.ts";
import { sentenceOf } from "../../../problem.ts";
import { alignmentTable, workTable } from "../../../report/alignment-table.ts";
import type { Common } from "../../command.ts";
import { warn } from "../../print/print.ts";

interface Options extends Common {
  readonly save: boolean;
  readonly from?: string;
}

/** An evaluation as it is saved in the corpus: its progress while it runs, then its result. */
export class SavedEvaluation {
  private readonly id: string;
  private done = 0;
  private lastSaved = Date.now();

  constructor(
    private readonly corpus: Corpus,
    readonly signature: string,
    names: readonly string[],
    private readonly options: Options,
  ) {
    this.id = runId(kind, signature, [...names, ...(options.from === undefined ? [] : [options.from])]);
  }

  /** Saved at most once a second: a quick evaluation leaves only its result. */
  advance(total: number): void {
    this.done++;
    if (Date.now() - this.lastSaved < 1_000) return;
    this.lastSaved = Date.now();
    void this.save(() => saveProgress(this.corpus.folder, this.id, { ...this.about(), done: this.done, total }));
  }

  async end(evaluation: Evaluation): Promise<void> {
    const table = { title: `Alignment, ${evaluation.chapters} chapters`, ...alignmentTable(evaluation, new Map()) };
    const byWork = evaluation.methods.some(({ works }) => works !== undefined);
    const tables = byWork ? [table, { title: "F by work", ...workTable(evaluation.methods) }] : [table];
    const run = { kind, signature: this.signature, made: new Date().toISOString(), tables, result: evaluation };
    await this.save(() => saveRun(this.corpus.folder, this.id, run));
  }

  private about(): Pick<RunProgress, "kind" | "signature"> {
    return { kind, signature: this.signature };
  }

  /** A corpus that cannot be written to can be evaluated all the same. */
  private async save(write: () => void | Promise<void>): Promise<void> {
    if (!this.options.save) return;
    try {
      await write();
    } catch (error) {
      warn(`the result was not saved in the corpus: ${sentenceOf(error)}`, this.options);
    }
  }
}

const kind = "alignment";
