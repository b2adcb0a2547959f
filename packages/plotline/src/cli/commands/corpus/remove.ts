import { createInterface } from "node:readline/promises";
import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { findWork, openCorpus, putBack, removedWorks, removeWork, setAside } from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { counted, print, printJson, printResult } from "../../print/print.ts";
import { visible } from "../../print/terminal.ts";

interface Options extends Common {
  readonly yes?: boolean;
  readonly undo?: boolean;
  readonly final?: boolean;
}

export function removeCommand(): Command {
  return command(
    "remove <corpus> <title>",
    "Take a work and everything made from it out of a corpus. It can be put back with --undo, or in the app's library.",
    [
      'corpus remove my-corpus "Moby-Dick"',
      'corpus remove my-corpus "Moby-Dick" --undo',
      'corpus remove my-corpus "Moby-Dick" --final --yes',
    ],
  )
    .option("-y, --yes", "do not ask for confirmation")
    .option("--undo", "put a removed work back")
    .option("--final", "delete it at once; this cannot be undone")
    .action(async (folder: string, title: string, options: Options) => {
      if (options.undo && options.final) throw new Problem("--undo and --final exclude each other: give one of them.");
      const corpus = await openCorpus(folder);
      if (options.undo) await undo(corpus, title, options);
      else await remove(corpus, findWork(corpus, title), options);
    });
}

async function remove(corpus: Corpus, work: Work, options: Options): Promise<void> {
  if (!options.yes && !(await isAgreed(work, options))) {
    process.exitCode = 1;
    print("Nothing was removed.");
    return;
  }
  if (options.final) await removeWork(corpus.folder, work.title);
  else await setAside(corpus.folder, work.title);
  if (options.json) printJson({ removed: work.title, final: options.final === true });
  else if (options.final) print(`Deleted ${contents(work)}.`);
  else
    print(
      `Removed ${contents(work)}. It is in ${corpus.folder}/.removed; "plotline corpus remove ${corpus.folder} ${JSON.stringify(work.title)} --undo" or the app's library puts it back.`,
    );
}

/** Puts the last removed work of this title back. */
async function undo(corpus: Corpus, title: string, { json }: Options): Promise<void> {
  const removed = await removedWorks(corpus.folder);
  const wanted = removed.find((work) => work.title.toLowerCase() === title.trim().toLowerCase());
  if (wanted === undefined)
    throw new Problem(
      removed.length === 0
        ? `No work was removed from ${corpus.folder}.`
        : `No work called "${title}" was removed from ${corpus.folder}; these were: ${[...new Set(removed.map((work) => work.title))].join(", ")}.`,
    );
  const back = await putBack(corpus.folder, wanted.id);
  printResult({ json }, { putBack: back }, `"${back}" is back.`);
}

async function isAgreed(work: Work, { final }: Options): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Problem(
      `${final ? "Deleting" : "Removing"} ${contents(work)} needs a yes${final ? ": this cannot be undone" : ""}; add --yes to confirm.`,
    );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const question = final ? `Delete ${contents(work)} for good?` : `Remove ${contents(work)}?`;
  try {
    return /^y(es)?$/i.test((await lines.question(visible(`${question} [y/N] `))).trim());
  } finally {
    lines.close();
  }
}

function contents({ title, chapters, summarised, annotated }: Work): string {
  const parts = [counted(chapters.length, "chapter"), counted(summarised.length, "summary", "summaries")];
  return `"${title}" (${[...parts, counted(annotated.length, "gold alignment")].join(", ")})`;
}
