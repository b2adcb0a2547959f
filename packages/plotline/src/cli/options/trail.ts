import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";

/** These write their own lines. */
const others = new Set(["serve", "team", "restore"]);

/** What a command changes in the corpus of a team is in the audit trail, as what people do in the app is. */
export async function recordChanges(action: Command): Promise<void> {
  const folders = action.processedArgs.flat().filter((given) => typeof given === "string");
  const names = [...(action.parent?.parent ? [action.parent.name()] : []), action.name()];
  if (names.some((name) => others.has(name)) || !folders.some((folder) => hasTeam(folder))) return;
  const { recordWith } = await import("@plotline/app/node");
  const { appendWithNextChange } = await import("@plotline/corpus/node");
  appendWithNextChange((writer, folder) => {
    if (hasTeam(folder)) recordWith(writer, folder, { who: "command line", did: `plotline ${names.join(" ")}` });
  });
}

function hasTeam(folder: string): boolean {
  return existsSync(join(folder, "team", "people.json"));
}
