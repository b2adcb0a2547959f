import { record } from "@plotline/app/node";
import { checkCorpus, restore } from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { counted, printResult } from "../../print/print.ts";

interface Options extends Common {
  readonly replace?: boolean;
}

export function restoreCommand(): Command {
  return command("restore <corpus> <backup>", "Restore a backup, and check the result.", [
    "corpus restore restored-corpus monday.zip",
    "corpus restore my-corpus monday.zip --replace",
  ])
    .option(
      "--replace",
      "replace an existing corpus, all at once, even while it is served; what was there is set aside",
    )
    .action(async (folder: string, file: string, options: Options) => {
      const report = await restore(file, folder, options.replace === true);
      if (options.replace)
        await record(report.folder, { who: "command line", did: "restore a backup", backup: report.backup });
      const { faults } = await checkCorpus(report.folder);
      const before =
        report.setAside === undefined
          ? []
          : [`What was there before is in ${report.setAside}; remove it when you no longer need it.`];
      const now = `${counted(report.files, "file")} in ${report.folder}: ${counted(faults.length, "fault")}.`;
      printResult(options, { ...report, faults: faults.length }, [now, ...before].join("\n"));
    });
}
