import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { importStoryCommand } from "./import-story.ts";
import { importSummaryCommand } from "./import-summary.ts";
import { importUsfmCommand } from "./import-usfm.ts";

export default function importCommand(): Command {
  return commandGroup("import", "Bring books, study guides and linked corpora into a corpus.", [
    importStoryCommand(),
    importSummaryCommand(),
    importUsfmCommand(),
  ]);
}
