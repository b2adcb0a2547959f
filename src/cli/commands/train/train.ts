import { Command } from "commander";
import { trainAlignerCommand } from "./train-aligner.ts";
import { trainClozeCommand, trainCompletionCommand } from "./train-reader.ts";

export function trainCommand(): Command {
  return new Command("train")
    .description("Train readers on a corpus, or the aligner on gold alignments of your own.")
    .addCommand(trainClozeCommand())
    .addCommand(trainCompletionCommand())
    .addCommand(trainAlignerCommand());
}
