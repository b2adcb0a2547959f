import { basename, resolve } from "node:path";
import { backup } from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { tellAside } from "../../options/replace.ts";
import { counted, printResult, warn } from "../../print/print.ts";

interface Options extends Common {
  readonly out?: string;
}

export function backupCommand(): Command {
  return command("backup <corpus>", "Copy a corpus into one zip, a consistent snapshot even while it is served.", [
    "corpus backup my-corpus",
    "corpus backup my-corpus --out backups/monday.zip",
  ])
    .option("-o, --out <file>", "the file to write (default: the corpus's name and the time)")
    .action(async (folder: string, options: Options) => {
      const time = new Date().toISOString().slice(0, 19).replace(/:/g, "-");
      const { skipped, ...made } = await backup(folder, options.out ?? `${basename(resolve(folder))}-${time}.zip`);
      if (made.setAside !== undefined) tellAside(made.setAside);
      for (const path of skipped) warn(`${path} is a symbolic link and was left out.`, options);
      printResult(
        options,
        { ...made, skipped },
        `${counted(made.files, "file")} (${counted(made.bytes, "byte")} packed) in ${made.file}`,
      );
    });
}
