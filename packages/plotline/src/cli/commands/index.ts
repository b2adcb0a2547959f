import type { Command } from "commander";

/** A command in the list of all: the file that exports it, and what it does in a few words. */
type Listed = readonly [load: () => Promise<{ readonly default: () => Command }>, summary: string];

/** Every command, in the order of the help, by group: one file each. Only the one that is asked for is loaded. */
export const commands: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  "Read and correct:": {
    read: [
      () => import("./read.ts"),
      "Align a story with its summary and write one HTML page to read them side by side",
    ],
    serve: [() => import("./serve.ts"), "Open corpora in the browser as one library, to read, explore and correct"],
  },
  "Make a corpus:": {
    import: [() => import("./import/import.ts"), "Bring a book or a study guide into a corpus, or fetch one first"],
    check: [() => import("./check/check.ts"), "Show what a corpus folder contains, and every fault in it"],
    corpus: [() => import("./corpus.ts"), "Rename or remove a work; back up or restore a corpus"],
    export: [() => import("./export.ts"), "Export a corpus, or one work of it, for other tools"],
  },
  "Align and evaluate:": {
    align: [() => import("./align/align.ts"), "Align the summarised chapters of a corpus"],
    evaluate: [() => import("./evaluate/evaluate.ts"), "Score methods against gold, compare alignments, draw them"],
    explain: [() => import("./explain/explain.ts"), "Show why a point is linked, and what the guide leaves out"],
    cite: [() => import("./cite.ts"), "Find the sentences of a story that carry a statement"],
  },
  "Questions and models:": {
    questions: [() => import("./questions/questions.ts"), "Make the cloze and completion questions of a corpus"],
    quiz: [() => import("./quiz.ts"), "Questions about a story for a class, as a file"],
    paper: [() => import("./paper/paper.ts"), "Train and score the paper's models, and print its table"],
  },
  "More than one person or machine:": {
    team: [() => import("./team.ts"), "Let people into a corpus that is served to a team, and read what they did"],
    worker: [() => import("./worker.ts"), "Process shards from a queue, inspect the queue, merge shards"],
  },
  "The shell:": {
    completion: [() => import("./completion.ts"), "Print a script that completes commands and options"],
  },
};
