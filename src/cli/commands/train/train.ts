import type { Command } from "commander";
import { commandGroup } from "../../command.ts";
import { trainAlignerCommand } from "./train-aligner.ts";
import { trainClozeCommand, trainCompletionCommand } from "./train-reader.ts";

export default function trainCommand(): Command {
  return commandGroup("train", "Train readers on a corpus, or the aligner on gold alignments of your own.", [
    trainClozeCommand(),
    trainCompletionCommand(),
    trainAlignerCommand(),
  ]);
}
