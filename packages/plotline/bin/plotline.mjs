#!/usr/bin/env node
// In a clone of the repository the command installs and builds itself first, and again when its sources have changed;
// PLOTLINE_AS_BUILT=1 runs what is there. An installed package has no sources.
import { Console } from "node:console";
import { existsSync } from "node:fs";

// Standard output is the command's result: what a module of the user's prints (--aligner) goes to standard error.
globalThis.console = new Console(process.stderr);
const setup = new URL("../../../scripts/setup.mjs", import.meta.url);
const words = process.argv.slice(2);
if (existsSync(setup) && !process.env.PLOTLINE_AS_BUILT) {
  const { buildIfNeeded, installRuntime } = await import(setup.href);
  buildIfNeeded();
  const trains = words[0] === "paper" && words[1] !== "table" && !words.includes("--help");
  if (trains || words.includes("--encoder")) installRuntime();
}
const { main } = await import(new URL("../dist/cli/main.js", import.meta.url).href);
process.exitCode = await main(words);
