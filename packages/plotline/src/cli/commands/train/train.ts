import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { trainClozeCommand, trainCompletionCommand } from "./train-reader.ts";

export default function trainCommand(): Command {
  return commandGroup("train", "Train the paper's models on a corpus.", [
    trainClozeCommand(),
    trainCompletionCommand(),
  ]);
}
