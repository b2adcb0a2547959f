import type { Corpus, Work } from "../../corpus/types.ts";
import type { ReaderResult } from "../../evaluate/reader-result.ts";
import { type ResultRow, resultRows } from "../../evaluate/result-rows.ts";
import { cachedCorpus, contextsFor, type EncodedCorpus, type Task, type WorkContexts } from "../../readers/index.ts";
import { version } from "../../version.ts";
import { contextSources } from "../tasks/context-sources.ts";
import { type AlignedRow, alignmentRows, tableMethods } from "./alignments.ts";
import { type Fold, foldsOf } from "./folds.ts";
import { type ReaderRun, readerResult, resultThere } from "./reader-run.ts";
import { settingsWords, type TableSettings } from "./settings.ts";

export interface TableOptions {
  readonly settings: TableSettings;
  /** The alignments whose readers are trained; stored alignments of others are scored beside them. */
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
  /** Something went on: what, and how far it is. */
  progress(what: string, done: number, total: number, detail: string): void;
  /** Rows have more numbers than before; `done` of `total` trainings are there. */
  known(table: MadeTable, done: number, total: number): void;
}

/** Makes the table of a corpus. What earlier runs left in the corpus is used; what is missing is trained, and left there. */
export async function makeTable(corpus: Corpus, options: TableOptions, watch: TableWatcher): Promise<MadeTable> {
  return new TableMaker(corpus, options, watch, await aboutCorpus(corpus)).make();
}

/** Known before anything is measured: the same table of the same corpus has the same signature. */
export async function tableSignature(corpus: Corpus, { settings, tasks, seeds }: TableOptions): Promise<string> {
  const folds = foldsOf(corpus, settings).map(foldWords).join("; ");
  return `${await aboutCorpus(corpus)}|${settingsWords(settings)}|folds:${folds}|tasks:${tasks.join("+")}|protocol:paper|seeds:${seeds.join("+")}`;
}

class TableMaker {
  private aligned: readonly AlignedRow[] = [];
  private readonly readers: ReaderResult[] = [];
  private readonly folds: readonly Fold[];
  private readonly encoded = new Map<Fold, Promise<EncodedCorpus>>();
  private contexts: { readonly method: string; readonly of: Promise<WorkContexts> } | undefined;
  private notes: readonly string[] = [];
  private signature = "";

  constructor(
    private readonly corpus: Corpus,
    private readonly options: TableOptions,
    private readonly watch: TableWatcher,
    private readonly about: string,
  ) {
    this.folds = foldsOf(corpus, options.settings);
  }

  async make(): Promise<MadeTable> {
    const { methods: wanted, threads } = this.options;
    this.signature = await tableSignature(this.corpus, this.options);
    const methods = await tableMethods(this.corpus, wanted);
    this.notes = notesOf(this.corpus, this.folds, methods.missing);
    const onChapter = (done: number, total: number) => this.watch.progress("Scoring alignments", done, total, "");
    const trained = wanted.filter((name) => !methods.missing.includes(name));
    const runs = this.runsOf(trained);
    this.watch.known(this.table(), 0, runs.length);
    this.aligned = await alignmentRows(this.corpus, methods, { threads, onChapter });
    this.watch.known(this.table(), 0, runs.length);
    for (const [done, run] of runs.entries()) {
      this.readers.push((await resultThere(this.corpus, run)) ?? (await this.train(run, done, runs.length)));
      this.watch.known(this.table(), done + 1, runs.length);
    }
    return this.table();
  }

  private table(): MadeTable {
    const { signature } = this;
    const notes = [...this.notes, ...fewQuestions(this.readers)];
    return { rows: resultRows(this.aligned, this.readers), signature, notes };
  }

  /** Seed by seed, and first what the table's claim stands on, so that a table that is stopped early says something. */
  private runsOf(methods: readonly string[]): (ReaderRun & { readonly of: Fold })[] {
    const { tasks, seeds, settings, threads } = this.options;
    const first = claims.filter((name) => methods.includes(name));
    const ordered = [...first, ...methods.filter((name) => !first.includes(name))];
    const { about } = this;
    return seeds.flatMap((seed) =>
      ordered.flatMap((alignment) =>
        tasks.flatMap((task) =>
          this.folds.map((of, k) => ({ task, alignment, seed, settings, threads, about, fold: foldWords(of, k), of })),
        ),
      ),
    );
  }

  private async train(run: ReaderRun & { readonly of: Fold }, done: number, total: number): Promise<ReaderResult> {
    const data = { encoded: await this.encodedOf(run.of), contexts: await this.contextsOf(run.alignment) };
    const what = `${run.task} on ${run.alignment}`;
    return readerResult(this.corpus, run, data, (share) =>
      this.watch.progress("Training", done, total, `${what} ${Math.floor(100 * share)} %`),
    );
  }

  private encodedOf(fold: Fold): Promise<EncodedCorpus> {
    const known = this.encoded.get(fold) ?? this.encode(fold);
    this.encoded.set(fold, known);
    return known;
  }

  private encode({ train, asked }: Fold): Promise<EncodedCorpus> {
    const works = [...train, ...asked];
    const training = new Set(train.map(({ title }) => title));
    let done = 0;
    return cachedCorpus(this.corpus, works, {
      isTraining: ({ title }) => training.has(title),
      onWork: ({ title }) => this.watch.progress("Reading works", ++done, works.length, title),
    });
  }

  /** Of the method at hand alone: those of all methods would fill the memory. */
  private contextsOf(method: string): Promise<WorkContexts> {
    if (this.contexts?.method !== method) this.contexts = { method, of: this.readContexts(method) };
    return this.contexts.of;
  }

  private async readContexts(method: string): Promise<WorkContexts> {
    const works = new Set(this.folds.flatMap(({ train, asked }) => [...train, ...asked]));
    const [source] = await contextSources(this.corpus, [method], 1);
    return source === undefined ? new Map() : contextsFor(this.corpus, [...works], source);
  }
}

/** The best of the paper and what it is compared with. */
const claims = ["Chronological-TFIDF", "No alignment"];

async function aboutCorpus(corpus: Corpus): Promise<string> {
  return `corpus:${await corpus.hash()}|version:${version}`;
}

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
  const encoder =
    missing.length === 0
      ? []
      : [
          `${missing.join(" and ")} compare vectors: "plotline align ${corpus.folder} --method ${missing.join(" ")} --encoder FOLDER" makes their alignments, then the table has them too.`,
        ];
  const divided =
    folds.length === 1
      ? []
      : [
          `The corpus has no training works of its own: its works are asked in ${folds.length} groups, each by readers that were trained on the others.`,
        ];
  return [...divided, ...encoder];
}
