import { Command } from "commander";
import { trainAlignerCommand } from "./train-aligner.ts";
import { trainCompletionScorerCommand } from "./train-completion-scorer.ts";
import { trainNamesCommand } from "./train-names.ts";
import { trainPointerCommand } from "./train-pointer.ts";
import { trainClozeCommand, trainCompletionCommand } from "./train-reader.ts";

/** What `plotline train` can train. */
const trainers: readonly (() => Command)[] = [
  trainClozeCommand,
  trainCompletionCommand,
  trainNamesCommand,
  trainAlignerCommand,
  trainPointerCommand,
  trainCompletionScorerCommand,
];

export function trainCommand(): Command {
  const made = new Command("train").description(
    "Train readers on a corpus, or what ships with plotline again, from data of your own.",
  );
  for (const trainer of trainers) made.addCommand(trainer());
  return made;
}
