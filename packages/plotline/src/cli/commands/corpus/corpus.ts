import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { backupCommand } from "./backup.ts";
import { removeCommand } from "./remove.ts";
import { renameCommand } from "./rename.ts";
import { restoreCommand } from "./restore.ts";

export default function corpusCommand(): Command {
  return commandGroup("corpus", "Change, save and restore a corpus as a whole.", [
    renameCommand(),
    removeCommand(),
    backupCommand(),
    restoreCommand(),
  ]);
}
