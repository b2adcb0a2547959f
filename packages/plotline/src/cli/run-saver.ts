import type { Corpus } from "@plotline/align";
import { sentenceOf } from "@plotline/base";
import { type Run, type RunProgress, runId, saveProgress, saveRun } from "@plotline/corpus/node";
import type { Common } from "./command.ts";
import { warn } from "./print/print.ts";

interface Options extends Common {
  /** False: save nothing. */
  readonly save?: boolean;
}

/** A run as it is saved in the corpus: its progress while it runs, then its result. */
export class RunSaver {
  private readonly id: string;
  private lastSaved = Date.now();
  private isRefused: boolean;

  /** `about` is what was asked besides: the same question again replaces the answer. */
  constructor(
    private readonly corpus: Pick<Corpus, "folder">,
    private readonly head: Pick<Run, "kind" | "signature">,
    about: readonly string[],
    private readonly options: Options,
  ) {
    this.id = runId(head.kind, head.signature, about);
    this.isRefused = options.save === false;
  }

  /** Saved at most once a second: a quick run leaves only its result. */
  progressed(done: number, total: number): void {
    if (Date.now() - this.lastSaved < 1_000) return;
    void this.write(() => saveProgress(this.corpus.folder, this.id, { ...this.head, done, total }));
  }

  /** The whole result, or what there is of it so far. */
  async save(content: Pick<Run, "tables" | "notes" | "result">, soFar?: Omit<RunProgress, "kind" | "signature">) {
    const run = { ...this.head, ...content };
    const { folder } = this.corpus;
    await this.write(() => saveRun(folder, this.id, run, soFar && { ...this.head, ...soFar }));
  }

  /** A corpus that cannot be written to is used all the same. */
  private async write(act: () => void | Promise<void>): Promise<void> {
    if (this.isRefused) return;
    this.lastSaved = Date.now();
    try {
      await act();
    } catch (error) {
      this.isRefused = true;
      warn(`the result is not saved in the corpus: ${sentenceOf(error)}`, this.options);
    }
  }
}
