import { Command } from "commander";
import { importStoryCommand } from "./import-story.ts";
import { importSummaryCommand } from "./import-summary.ts";

/** What can be imported: one file each. */
const imports: readonly (() => Command)[] = [importStoryCommand, importSummaryCommand];

/** `plotline import story` and `plotline import summary`. */
export function importCommand(): Command {
  const parent = new Command("import")
    .description("Bring a book or a study guide into a corpus.")
    .showHelpAfterError("(--help shows how)");
  for (const make of imports) parent.addCommand(make());
  return parent;
}
