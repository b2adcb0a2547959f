// Shared by the scripts that train shipped weights: plotline is built first, and they end as its commands do.
import { buildIfNeeded } from "./setup.mjs";

buildIfNeeded();

// installed by now: a fresh clone has no packages before
const { Command } = await import("commander");

/** A module of a built package: `corpus/dist/open.js`. */
export const load = (path) => import(new URL(`../packages/${path}`, import.meta.url).href);

const { fileToWrite, numberOption, seedOption } = await load("plotline/dist/cli/options/values.js");
export const { print } = await load("plotline/dist/cli/print/print.js");
export const { Progress } = await load("plotline/dist/cli/print/progress.js");
export const { Problem } = await load("base/dist/problem.js");
const { writeAtomically } = await load("base/dist/write.js");

export { fileToWrite };

/** The command line of a script that reads `source`: `numbers` are options with what they mean and their defaults. */
export function trainer(name, about, source, numbers) {
  const command = new Command(name).description(about).argument(`<${source}>`);
  for (const [flag, meaning, usual] of numbers) command.addOption(numberOption(`${flag} <number>`, meaning, usual));
  return command.addOption(seedOption());
}

/** Runs a script's command line: bad input is one sentence and exit code 2, and nothing is left half-written. */
export async function runScript(command) {
  const { run } = await load("plotline/dist/cli/main.js");
  process.exitCode = await run(command, process.argv.slice(2));
}

/** Writes weights, and says where they are. */
export function save(file, weights, what, about = weights.about) {
  const text = `${JSON.stringify(weights)}\n`;
  writeAtomically(file, text);
  print(`${about}\n${what} in ${file} (${(text.length / 1000).toFixed(0)} KB).`);
}
