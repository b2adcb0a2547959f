import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { fetchCommand } from "./fetch.ts";
import { importStoryCommand } from "./import-story.ts";
import { importSummaryCommand } from "./import-summary.ts";

export default function importCommand(): Command {
  return commandGroup("import", "Bring books and study guides into a corpus.", [
    importStoryCommand(),
    importSummaryCommand(),
    fetchCommand(),
  ]);
}
