import { basename, resolve } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { record } from "@plotline/app/node";
import { Problem } from "@plotline/base";
import {
  backup,
  checkCorpus,
  findWork,
  openCorpus,
  putBack,
  removedWorks,
  renameWork,
  restore,
  setAside,
} from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command, commandGroup } from "../command.ts";
import { hasTeam } from "../options/before-commands.ts";
import { tellAside } from "../options/replace.ts";
import { isStandard, mustNotBeJson, outOption, throughFile } from "../options/values.ts";
import { counted, printResult, warn } from "../print/print.ts";

interface Options extends Common {
  readonly undo?: boolean;
  readonly out?: string;
  readonly replace?: boolean;
}

export default function corpusCommand(): Command {
  return commandGroup("corpus", "Change, save and restore a corpus as a whole.", [
    renameCommand(),
    removeCommand(),
    backupCommand(),
    restoreCommand(),
  ]);
}

function renameCommand(): Command {
  return command("rename <corpus> <old> <new>", "Give a work another title; everything made from it follows.").action(
    async (folder: string, old: string, wanted: string, options: Common) => {
      const { title: before } = findWork(await openCorpus(folder), old);
      const { title, folder: place } = await renameWork(folder, old, wanted);
      printResult(
        options,
        { before, title, folder: place },
        `"${before}" is now called "${title}"${place === title ? "" : `, in folders called ${place}`}.`,
      );
    },
  );
}

function removeCommand(): Command {
  return command(
    "remove <corpus> <title>",
    "Take a work and everything made from it out of a corpus. It can be put back with --undo, or in the app's library.",
  )
    .option("--undo", "put a removed work back")
    .action(async (folder: string, title: string, options: Options) => {
      const corpus = await openCorpus(folder);
      if (options.undo) await undo(corpus, title, options);
      else await remove(corpus, findWork(corpus, title), options);
    });
}

function backupCommand(): Command {
  return command("backup <corpus>", "Copy a corpus into one zip, a consistent snapshot even while it is served.")
    .addOption(outOption("the file to write (default: the corpus's name and the time)"))
    .action(async (folder: string, options: Options) => {
      const time = new Date().toISOString().slice(0, 19).replace(/:/g, "-");
      const { out = `${basename(resolve(folder))}-${time}.zip` } = options;
      if (isStandard(out)) mustNotBeJson(options);
      await throughFile(out, async (file) => {
        const { skipped, ...made } = await backup(folder, file);
        if (made.setAside !== undefined) tellAside(made.setAside);
        for (const path of skipped) warn(`${path} is no regular file and was left out.`, options);
        if (isStandard(out)) return;
        printResult(
          options,
          { ...made, skipped },
          `${counted(made.files, "file")} (${counted(made.bytes, "byte")} packed) in ${made.file}`,
        );
      });
    });
}

function restoreCommand(): Command {
  return command("restore <corpus> <backup>", "Restore a backup, and check the result.")
    .option(
      "--replace",
      "replace an existing corpus, all at once, even while it is served; what was there is set aside",
    )
    .action(async (folder: string, file: string, options: Options) => {
      const report = await restore(file, folder, options.replace === true);
      if (hasTeam(report.folder))
        await record(report.folder, { who: "command line", did: "restore a backup", backup: report.backup });
      const { faults } = await checkCorpus(report.folder);
      const now = `${counted(report.files, "file")} in ${report.folder}: ${counted(faults.length, "fault")}.`;
      const before = `What was there before is in ${report.setAside}; remove it when you no longer need it.`;
      const said = report.setAside === undefined ? now : `${now}\n${before}`;
      printResult(options, { ...report, faults: faults.length }, said);
    });
}

async function remove(corpus: Corpus, work: Work, options: Options): Promise<void> {
  await setAside(corpus.folder, work.title);
  printResult(
    options,
    { removed: work.title },
    `Removed ${contents(work)}. It is in ${corpus.folder}/.removed; "plotline corpus remove ${corpus.folder} ${JSON.stringify(work.title)} --undo" or the app's library puts it back.`,
  );
}

/** Puts the last removed work of this title back. */
async function undo(corpus: Corpus, title: string, { json }: Options): Promise<void> {
  const removed = await removedWorks(corpus.folder);
  const wanted = removed.find((work) => work.title.toLowerCase() === title.trim().toLowerCase());
  if (wanted === undefined) {
    const titles = [...new Set(removed.map((work) => `"${work.title}"`))].join(", ") || "none";
    throw new Problem(`No work called "${title}" was removed from ${corpus.folder}; removed works: ${titles}.`);
  }
  const back = await putBack(corpus.folder, wanted.id);
  printResult({ json }, { putBack: back }, `"${back}" is back.`);
}

function contents({ title, chapters, summarised, annotated }: Work): string {
  const parts = [counted(chapters.length, "chapter"), counted(summarised.length, "summary", "summaries")];
  return `"${title}" (${[...parts, counted(annotated.length, "gold alignment")].join(", ")})`;
}
