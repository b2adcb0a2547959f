import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { learnCommand } from "./learn.ts";
import { scoreCommand } from "./score.ts";
import { summarizeCommand } from "./summarize.ts";
import { tableCommand } from "./table.ts";
import { trainCommand } from "./train.ts";

export default function paperCommand(): Command {
  return commandGroup("paper", "The paper's models and its table.", [
    trainCommand(),
    tableCommand(),
    scoreCommand(),
    learnCommand(),
    summarizeCommand(),
  ]);
}
