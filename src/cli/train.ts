import { Command } from "commander";
import { trainAlignerCommand } from "./train-aligner.ts";
import { trainNamesCommand } from "./train-names.ts";
import { trainRankerCommand } from "./train-ranker.ts";

/** What `plotline train` can train. */
const trainers: readonly (() => Command)[] = [trainNamesCommand, trainAlignerCommand, trainRankerCommand];

export function trainCommand(): Command {
  const made = new Command("train").description("Train what ships with plotline again, from data of your own.");
  for (const trainer of trainers) made.addCommand(trainer());
  return made;
}
