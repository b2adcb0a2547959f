import { expect, vi } from "vitest";
import { writeDocumentedFiles } from "./documented-files.ts";
import { documentedCommands, isName, type Shown } from "./documents.ts";
import { plotlineHere, type Ran, Scratch } from "./plotline.ts";
import { Running } from "./processes.ts";

/** Commands that are not run here, and why. */
const exempt: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "paper train CORPUS",
      "paper train CORPUS --quick",
      "paper train CORPUS --results results/paper-1",
      "paper table FOLDER",
      "paper table results",
      "paper learn CORPUS",
      "paper train corpora/sample --quick --only cloze-tfidf completion-tfidf",
      "paper score corpora/sample corpora/sample/runs/paper-1-quick-cloze-tfidf-3e-3-seed-1",
      "paper summarize story.txt --run corpora/sample/runs/paper-1-quick-completion-tfidf-3e-3-seed-1 --count 8 --anyway",
    ].map((line) => [
      line,
      "it trains for minutes or days, or needs what that leaves; packages/plotline/src/cli/commands/paper trains small ones and does the same with them",
    ]),
  ),
  "serve library.zip": "a browser makes that file; e2e/app/tab.test.ts saves one and opens it",
  "worker merge align my-corpus": "its shards come first; e2e/shards.test.ts runs the whole loop",
  ...Object.fromEntries(
    [
      "align my-corpus --judge http://localhost:11434/v1 --model qwen3:14b",
      "align my-corpus --model qwen3:14b --answers tried.jsonl --batch requests.jsonl",
      "align my-corpus --model qwen3:14b --answers answers.jsonl",
      "evaluate my-corpus --method judge-qwen3-14b plotline",
      "paper score my-corpus --judge http://localhost:11434/v1 --model qwen3:14b",
    ].map((line) => [
      line,
      "it needs a language model, or its answers; packages/plotline/src/cli/commands/judge.test.ts has one that it asks",
    ]),
  ),
};

/** Commands that run until they are stopped, what they say when they are ready, and the signal that stops them. */
const lasting: Readonly<Record<string, readonly [string, NodeJS.Signals]>> = {
  serve: ["plotline is at", "SIGINT"],
  worker: ["takes work", "SIGTERM"],
};

/** A worker lasts; the commands below it do not. */
function lastingAs(words: readonly string[]): readonly [string, NodeJS.Signals] | undefined {
  const [name = ""] = words;
  return name === "worker" && !words.includes("--folder") ? undefined : lasting[name];
}

/** Commands that behave differently in a process that another one started. */
const ownProcess = ["paper"];

/** The commands of all documents that are run, with or without a queue. */
export function commandsToRun({ onQueue }: { readonly onQueue: boolean }): Shown[] {
  const run = documentedCommands().filter(({ words }) => !(words.join(" ") in exempt));
  return run.filter(({ words }) => words.includes("--queue") === onQueue);
}

/** A folder with everything that the documents name, in which their commands are run. */
export class DocumentedFolder {
  private readonly scratch = new Scratch();

  write(): void {
    writeDocumentedFiles(this.scratch.folder);
  }

  remove(): void {
    this.scratch.remove();
  }

  async run(shown: Shown): Promise<void> {
    const words = isName(shown) ? [...shown.words, "--help"] : shown.words;
    const [name = ""] = words;
    const [, signal] = lastingAs(words) ?? [];
    if (signal !== undefined && !isName(shown)) {
      await (await this.started(words)).end(signal);
      return;
    }
    const { code, err } = await (ownProcess.includes(name) ? this.start(words).ended() : this.runHere(words));
    expect(code, err).toBe(0);
  }

  private async runHere(words: readonly string[]): Promise<Ran> {
    const here = process.cwd();
    process.chdir(this.scratch.folder);
    vi.stubEnv("XDG_CACHE_HOME", this.scratch.path("cache"));
    try {
      return await plotlineHere(...words);
    } finally {
      vi.unstubAllEnvs();
      process.chdir(here);
    }
  }

  /** A command that lasts, once it is ready. */
  started(words: readonly string[]): Promise<Running> {
    const [ready = ""] = lastingAs(words) ?? [];
    return this.start(words).says(ready);
  }

  private start(words: readonly string[]): Running {
    return new Running(words, { XDG_CACHE_HOME: this.scratch.path("cache") }, this.scratch.folder);
  }
}
