import { findWork, openCorpus, renameWork } from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { printResult } from "../../print/print.ts";

export function renameCommand(): Command {
  return command("rename <corpus> <old> <new>", "Give a work another title; everything made from it follows.", [
    'corpus rename my-corpus "Moby-Dick" "Moby-Dick; or, The Whale"',
  ]).action(async (folder: string, old: string, wanted: string, options: Common) => {
    const { title: before } = findWork(await openCorpus(folder), old);
    const { title, folder: place } = await renameWork(folder, old, wanted);
    printResult(
      options,
      { before, title, folder: place },
      `"${before}" is now called "${title}"${place === title ? "" : `, in folders called ${place}`}.`,
    );
  });
}
