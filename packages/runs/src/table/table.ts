import { type Corpus, type ReaderResult, type ResultRow, resultRows, type Work } from "@plotline/align";
import { signatureOf } from "@plotline/base";
import type { Task } from "@plotline/questions";
import { type Executor, inline, type News } from "../jobs/executor.ts";
import { threads } from "../jobs/threads.ts";
import { type AlignedRow, alignmentRows, tableMethods } from "./alignments.ts";
import { type Fold, foldsOf } from "./folds.ts";
import { judgedResults, readerSignature, resultThere, saveResult } from "./reader-run.ts";
import { signedSettings, type TableSettings } from "./settings.ts";
import { type TableTraining, trainReaders } from "./train-readers.ts";

export interface TableOptions {
  readonly settings: TableSettings;
  /** The alignments whose readers are trained; alignments of others that are stored are scored, too. */
  readonly methods: readonly string[];
  readonly tasks: readonly Task[];
  readonly seeds: readonly number[];
  readonly threads: number;
}

/** The paper's table of a corpus, as far as it is known. */
export interface MadeTable {
  readonly rows: readonly ResultRow[];
  readonly signature: string;
  readonly notes: readonly string[];
}

export interface TableWatcher {
  progress(what: string, done: number, total: number, detail: string): void;
  /** New numbers have arrived; `done` of `total` trainings are complete. */
  known(table: MadeTable, done: number, total: number): void;
}

/** Who scores chapters, and who trains: a training uses the cores it gets by itself. */
interface TableExecutors {
  readonly scoring: Executor;
  readonly training: Executor;
}

/**
 * Makes the table of a corpus. Results that earlier runs saved in the corpus are used; what is missing is trained and
 * saved there.
 */
export async function makeTable(
  corpus: Corpus,
  options: TableOptions,
  watch: TableWatcher,
  executors: TableExecutors = { scoring: threads(options.threads), training: inline },
): Promise<MadeTable> {
  return new TableMaker(corpus, options, watch, executors, await corpus.hash()).make();
}

class TableMaker {
  private aligned: readonly AlignedRow[] = [];
  private readonly readers: ReaderResult[] = [];
  /** Language models that were asked the same questions. */
  private judged: readonly ReaderResult[] = [];
  private readonly folds: readonly Fold[];
  private notes: readonly string[] = [];
  private readonly signature: string;

  constructor(
    private readonly corpus: Corpus,
    private readonly options: TableOptions,
    private readonly watch: TableWatcher,
    private readonly executors: TableExecutors,
    private readonly hash: string,
  ) {
    const { settings, tasks, seeds } = options;
    this.folds = foldsOf(corpus, settings);
    const folds = this.folds.map(foldWords).join("; ");
    const about = { protocol: "paper", folds, tasks, seeds };
    this.signature = signatureOf({ corpus: hash, ...signedSettings(settings), ...about });
  }

  async make(): Promise<MadeTable> {
    const { methods: wanted } = this.options;
    this.judged = (await judgedResults(this.corpus)).filter(({ task }) => this.options.tasks.includes(task));
    const methods = await tableMethods(this.corpus, wanted);
    this.notes = notesOf(this.corpus, this.folds, methods.missing);
    const onChapter = (done: number, total: number) => this.watch.progress("Scoring alignments", done, total, "");
    const trained = wanted.filter((name) => !methods.missing.includes(name));
    const runs = this.runsOf(trained);
    this.watch.known(this.table(), 0, runs.length);
    this.aligned = await alignmentRows(this.corpus, methods, { executor: this.executors.scoring, onChapter });
    this.watch.known(this.table(), 0, runs.length);
    await this.addReaders(runs);
    return this.table();
  }

  private table(): MadeTable {
    const { signature } = this;
    const notes = [...this.notes, ...fewQuestions(this.readers)];
    return { rows: resultRows(this.aligned, [...this.readers, ...this.judged]), signature, notes };
  }

  /** Seed by seed, and first the rows that support the claim, so that a table that is stopped early is still useful. */
  private runsOf(methods: readonly string[]): TableTraining[] {
    const { tasks, seeds } = this.options;
    const first = claims.filter((name) => methods.includes(name));
    const ordered = [...first, ...methods.filter((name) => !first.includes(name))];
    const corpus = this.hash;
    return seeds.flatMap((seed) =>
      ordered.flatMap((alignment) =>
        tasks.flatMap((task) =>
          this.folds.map((of, k) => ({ task, alignment, seed, corpus, fold: foldWords(of, k), ...titlesOf(of) })),
        ),
      ),
    );
  }

  /** The results that an earlier run saved, then the others as they are trained. */
  private async addReaders(runs: readonly TableTraining[]): Promise<void> {
    const { settings } = this.options;
    const left: TableTraining[] = [];
    for (const run of runs) {
      const there = await resultThere(this.corpus, { ...run, settings });
      if (there === undefined) left.push(run);
      else this.readers.push(there);
    }
    if (left.length < runs.length) this.watch.known(this.table(), this.readers.length, runs.length);
    for await (const result of this.trained(left, runs.length)) {
      this.readers.push(result);
      this.watch.known(this.table(), this.readers.length, runs.length);
    }
  }

  private async *trained(left: readonly TableTraining[], total: number): AsyncGenerator<ReaderResult> {
    const { settings, threads, methods } = this.options;
    const done = () => this.readers.length;
    const job = trainReaders(
      { folder: this.corpus.folder, alignments: methods, settings, threads },
      {
        reading: (works, all, title) => this.watch.progress("Reading works", works, all, title),
        training: (share, { task, alignment, fold }) => {
          const group = this.folds.length === 1 ? "" : `, group ${fold.split(".")[0]} of ${this.folds.length}`;
          this.watch.progress(
            "Training",
            done(),
            total,
            `${task} on ${alignment}${group}: ${Math.floor(100 * share)} %`,
          );
        },
      },
    );
    const known = done();
    const news = (each: News) => this.watch.progress("Training", known + each.done, total, each.detail);
    for await (const result of this.executors.training.run(job, left, news)) {
      const run = left.find((each) => readerSignature({ ...each, settings }) === result.signature);
      if (run !== undefined && (await resultThere(this.corpus, { ...run, settings })) === undefined)
        await saveResult(this.corpus, { ...run, settings }, result);
      yield result;
    }
  }
}

function titlesOf({ train, asked }: Fold): Pick<TableTraining, "train" | "asked"> {
  return { train: train.map(({ title }) => title), asked: asked.map(({ title }) => title) };
}

/** The best of the paper and what it is compared with. */
const claims = ["Chronological-TFIDF", "No alignment"];

function foldWords({ train, asked }: Fold, place: number): string {
  const words = (works: readonly Work[]) => (works.length === 1 ? (works[0]?.title ?? "") : `${works.length} works`);
  return `${place + 1}. ${words(asked)} asked, ${words(train)} to train`;
}

/** The paper's readers had about a hundred thousand bullets. */
const enoughQuestions = 5_000;

function fewQuestions(readers: readonly ReaderResult[]): string[] {
  const most = Math.max(0, ...readers.map(({ trainedOn }) => trainedOn?.questions ?? 0));
  if (readers.length === 0 || most >= enoughQuestions) return [];
  return [
    `The readers were trained on ${most} questions at most, and a reader needs tens of thousands: their accuracies show that everything runs, not what an alignment is worth.`,
  ];
}

function notesOf(corpus: Corpus, folds: readonly Fold[], missing: readonly string[]): string[] {
  const notes: string[] = [];
  if (folds.length > 1)
    notes.push(
      `The corpus has no training works of its own: its works are asked in ${folds.length} groups, each by readers that were trained on the others.`,
    );
  if (missing.length > 0)
    notes.push(
      `${missing.join(" and ")} compare vectors: "plotline align ${corpus.folder} --method ${missing.join(" ")} --encoder FOLDER" makes their alignments, then the table has them too.`,
    );
  return notes;
}
