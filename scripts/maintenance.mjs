// Shared by the scripts that train shipped weights: plotline is built first, and they end as its commands do.
import { buildIfNeeded } from "./setup.mjs";

buildIfNeeded();

/** A module of the built package. */
export const load = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

/** Runs a script's command line: bad input is one sentence and exit code 2, and nothing is left half-written. */
export async function runScript(command) {
  const { run } = await load("cli/main.js");
  process.exitCode = await run(command, process.argv.slice(2));
}
