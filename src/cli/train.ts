import { Command } from "commander";
import { trainNamesCommand } from "./train-names.ts";
import { trainRankerCommand } from "./train-ranker.ts";

/** What `plotline train` can train. */
const trainers: readonly (() => Command)[] = [trainNamesCommand, trainRankerCommand];

export function trainCommand(): Command {
  const made = new Command("train").description("Train what ships with plotline again, from data of your own.");
  for (const trainer of trainers) made.addCommand(trainer());
  return made;
}
