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

/** An evaluation as it is kept in the corpus: how far it is while it runs, and what came out. */
export class KeptEvaluation {
  private readonly id: string;
  private done = 0;
  private told = Date.now();

  constructor(
    private readonly corpus: Corpus,
    readonly signature: string,
    names: readonly string[],
    private readonly options: Options,
  ) {
    this.id = runId(kind, signature, [...names, ...(options.from === undefined ? [] : [options.from])]);
  }

  /** Told at most once a second: quick ones leave only their result. */
  advance(total: number): void {
    this.done++;
    if (Date.now() - this.told < 1_000) return;
    this.told = Date.now();
    void this.keep(() => saveProgress(this.corpus.folder, this.id, { ...this.about(), done: this.done, total }));
  }

  async end(evaluation: Evaluation): Promise<void> {
    const table = { title: `Alignment, ${evaluation.chapters} chapters`, ...alignmentTable(evaluation, new Map()) };
    const byWork = evaluation.methods.some(({ works }) => works !== undefined);
    const tables = byWork ? [table, { title: "F by work", ...workTable(evaluation.methods) }] : [table];
    const run = { kind, signature: this.signature, made: new Date().toISOString(), tables, result: evaluation };
    await this.keep(() => saveRun(this.corpus.folder, this.id, run));
  }

  private about(): Pick<RunProgress, "kind" | "signature"> {
    return { kind, signature: this.signature };
  }

  /** A corpus that cannot be written to can be evaluated all the same. */
  private async keep(write: () => void | Promise<void>): Promise<void> {
    if (!this.options.save) return;
    try {
      await write();
    } catch (error) {
      warn(`the result was not kept in the corpus: ${sentenceOf(error)}`, this.options);
    }
  }
}

const kind = "alignment";
