import type { Command } from "commander";

/** A command in the list of all: what it does in a few words, and where it is. */
interface Listed {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of the help, by group: one file each. Only the one that is asked for is loaded. */
export const commands: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  "Read and correct:": {
    read: {
      summary: "Align a story with its summary and write one HTML page to read them side by side",
      load: async () => (await import("./read/read.ts")).readCommand(),
    },
    serve: {
      summary: "Open corpora in the browser as one library, to read, explore and correct",
      load: async () => (await import("./serve.ts")).serveCommand(),
    },
  },
  "Make a corpus:": {
    fetch: {
      summary: "Fetch books and guides, politely",
      load: async () => (await import("./fetch.ts")).fetchCommand(),
    },
    import: {
      summary: "Bring a book or a study guide into a corpus",
      load: async () => (await import("./import/import.ts")).importCommand(),
    },
    check: {
      summary: "Show what a corpus folder contains, and every fault in it",
      load: async () => (await import("./check.ts")).checkCommand(),
    },
    stats: { summary: "Corpus statistics", load: async () => (await import("./stats.ts")).statsCommand() },
    examples: {
      summary: "Show a one-to-one, a one-to-many and a many-to-one link, with their texts",
      load: async () => (await import("./examples.ts")).examplesCommand(),
    },
    export: {
      summary: "Export a corpus for others",
      load: async () => (await import("./export.ts")).exportCommand(),
    },
    annotations: {
      summary: "Exchange annotators' links with Label Studio",
      load: async () => (await import("./annotations.ts")).annotationsCommand(),
    },
    rename: {
      summary: "Give a work another title; everything made from it follows",
      load: async () => (await import("./rename.ts")).renameCommand(),
    },
    remove: {
      summary: "Remove a work and everything made from it",
      load: async () => (await import("./remove.ts")).removeCommand(),
    },
  },
  "Align and evaluate:": {
    calibrate: {
      summary: "Fit confidences to a corpus's own gold, from three chapters on",
      load: async () => (await import("./calibrate.ts")).calibrateCommand(),
    },
    encode: {
      summary: "Encode the paragraphs of the summarised chapters with a model",
      load: async () => (await import("./encode.ts")).encodeCommand(),
    },
    align: {
      summary: "Align the summarised chapters of a corpus",
      load: async () => (await import("./align/align.ts")).alignCommand(),
    },
    evaluate: {
      summary: "Score methods against the gold alignments",
      load: async () => (await import("./evaluate/evaluate.ts")).evaluateCommand(),
    },
    compare: {
      summary: "Compare two alignments of a corpus",
      load: async () => (await import("./compare.ts")).compareCommand(),
    },
    explain: {
      summary: "Show why a point is linked to its story paragraphs",
      load: async () => (await import("./explain/explain.ts")).explainCommand(),
    },
    evidence: {
      summary: "Find the sentences of a story that carry a statement",
      load: async () => (await import("./evidence.ts")).evidenceCommand(),
    },
    missing: {
      summary: "Show what the guide leaves out",
      load: async () => (await import("./missing.ts")).missingCommand(),
    },
    figure: {
      summary: "Draw the alignment matrices of a chapter side by side as SVG, gold first",
      load: async () => (await import("./figure.ts")).figureCommand(),
    },
  },
  "Questions and models:": {
    tasks: {
      summary: "Make the cloze and completion questions of a corpus",
      load: async () => (await import("./tasks/tasks.ts")).tasksCommand(),
    },
    quiz: {
      summary: "Ten questions about a story, with the passage one key away",
      load: async () => (await import("./quiz/quiz.ts")).quizCommand(),
    },
    table: {
      summary: "Make the paper's table of a corpus, next to the paper's own",
      load: async () => (await import("./table/table.ts")).tableCommand(),
    },
    train: {
      summary: "Train readers on a corpus, or the aligner on your own gold",
      load: async () => (await import("./train/train.ts")).trainCommand(),
    },
    learn: {
      summary: "Learn an alignment with a task, without gold",
      load: async () => (await import("./learn.ts")).learnCommand(),
    },
    score: {
      summary: "Score a trained reader on the validation works of a corpus",
      load: async () => (await import("./score/score.ts")).scoreCommand(),
    },
    summarize: {
      summary: "Write a summary with a trained summary decoder",
      load: async () => (await import("./summarize.ts")).summarizeCommand(),
    },
  },
  "A team:": {
    team: {
      summary: "Manage the people of a corpus that is served to a team, and their work",
      load: async () => (await import("./team.ts")).teamCommand(),
    },
    backup: {
      summary: "Copy a corpus into one file, a consistent snapshot even while it is served",
      load: async () => (await import("./backup.ts")).backupCommand(),
    },
    restore: {
      summary: "Restore a backup, and check the result",
      load: async () => (await import("./restore.ts")).restoreCommand(),
    },
  },
  "More than one machine:": {
    worker: {
      summary: "Do work that other machines put into a queue",
      load: async () => (await import("./worker.ts")).workerCommand(),
    },
    queue: {
      summary: "Look at the queue that `plotline worker`s take their work from, or empty it",
      load: async () => (await import("./queue.ts")).queueCommand(),
    },
  },
};
