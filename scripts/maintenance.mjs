// Shared by the scripts that train shipped weights: plotline is built first, and they end as its commands do.
import { buildIfNeeded } from "./setup.mjs";

buildIfNeeded();

// installed by now: a fresh clone has no packages before
const { Command } = await import("commander");

/** A module of the built package. */
export const load = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

const { fileToWrite, numberOption, seedOption } = await load("cli/options/values.js");
export const { print } = await load("cli/print/print.js");
export const { Progress } = await load("cli/print/progress.js");
export const { Problem } = await load("problem.js");
const { writeAtomically } = await load("write.js");

export { fileToWrite };

/** The command line of a script that reads `source`: `numbers` are options with what they mean and their defaults. */
export function trainer(name, about, source, numbers) {
  const command = new Command(name).description(about).argument(`<${source}>`);
  for (const [flag, meaning, usual] of numbers) command.addOption(numberOption(`${flag} <number>`, meaning, usual));
  return command.addOption(seedOption());
}

/** Runs a script's command line: bad input is one sentence and exit code 2, and nothing is left half-written. */
export async function runScript(command) {
  const { run } = await load("cli/main.js");
  process.exitCode = await run(command, process.argv.slice(2));
}

/** Writes weights, and says where they are. */
export function save(file, weights, what, about = weights.about) {
  const text = `${JSON.stringify(weights)}\n`;
  writeAtomically(file, text);
  print(`${about}\n${what} in ${file} (${(text.length / 1000).toFixed(0)} KB).`);
}
