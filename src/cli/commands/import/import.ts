import { Command } from "commander";
import { importNxtCommand } from "./import-nxt.ts";
import { importStoryCommand } from "./import-story.ts";
import { importSummaryCommand } from "./import-summary.ts";
import { importUsfmCommand } from "./import-usfm.ts";

/** What can be imported: one file each. */
const imports: readonly (() => Command)[] = [
  importStoryCommand,
  importSummaryCommand,
  importUsfmCommand,
  importNxtCommand,
];

/** `plotline import story` and its siblings. */
export function importCommand(): Command {
  const parent = new Command("import")
    .description("Bring books, study guides and linked corpora into a corpus.")
    .showHelpAfterError("(--help shows how)");
  for (const make of imports) parent.addCommand(make());
  return parent;
}
