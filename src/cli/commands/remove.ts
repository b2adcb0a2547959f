import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { removeWork } from "../../corpus/changes/store.ts";
import { findWork, openCorpus } from "../../corpus/open.ts";
import type { Work } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { type Common, command } from "../command.ts";
import { print, printJson } from "../print/print.ts";
import { visible } from "../print/terminal.ts";

interface Options extends Common {
  readonly yes?: boolean;
}

export function removeCommand(): Command {
  return command("remove <corpus> <title>", "Remove a work and everything made from it. This cannot be undone.", [
    'remove my-corpus "Moby-Dick"',
    'remove my-corpus "Moby-Dick" --yes',
  ])
    .option("-y, --yes", "do not ask")
    .action(async (folder: string, title: string, options: Options) => {
      const corpus = await openCorpus(folder);
      const work = findWork(corpus, title);
      if (!options.yes && !(await isAgreed(work))) {
        process.exitCode = 1;
        return print("Nothing was removed.");
      }
      await removeWork(corpus.folder, work.title);
      if (options.json) printJson({ removed: work.title });
      else print(`Removed ${contents(work)}.`);
    });
}

async function isAgreed(work: Work): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Problem(`Removing ${contents(work)} cannot be undone; say --yes if you mean it.`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(visible(`Remove ${contents(work)}? [y/N] `))).trim());
  } finally {
    lines.close();
  }
}

function contents({ title, chapters, summarised, annotated }: Work): string {
  const count = (n: number, what: string) => `${n} ${n === 1 ? what : what.replace(/y$/, "ie").concat("s")}`;
  const parts = [count(chapters.length, "chapter"), count(summarised.length, "summary")];
  return `"${title}" (${[...parts, count(annotated.length, "gold alignment")].join(", ")})`;
}
