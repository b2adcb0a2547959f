// Shared by the scripts that train shipped weights: plotline is built first, and they end as its commands do.
import { buildIfNeeded } from "./setup.mjs";

buildIfNeeded();

/** A module of the built package. */
export const load = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

export const { fileToWrite, numberOption, seedOption } = await load("cli/options/values.js");
export const { print } = await load("cli/print/print.js");
export const { Progress } = await load("cli/print/progress.js");
export const { Problem } = await load("problem.js");
export const { writeAtomically } = await load("write.js");

/** Runs a script's command line: bad input is one sentence and exit code 2, and nothing is left half-written. */
export async function runScript(command) {
  const { run } = await load("cli/main.js");
  process.exitCode = await run(command, process.argv.slice(2));
}
