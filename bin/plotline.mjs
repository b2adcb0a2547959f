#!/usr/bin/env node
// In a clone of the repository the command installs and builds itself first, and again when its sources have changed;
// PLOTLINE_AS_BUILT=1 runs what is built. An installed package has no sources.
import { Console } from "node:console";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Standard output is the command's result: what a module of the user's says (--aligner) goes to standard error.
globalThis.console = new Console(process.stderr);
const isClone = existsSync(fileURLToPath(new URL("../scripts/setup.mjs", import.meta.url)));
if (isClone && !process.env.PLOTLINE_AS_BUILT) await buildIfNeeded();
const { main } = await import(new URL("../dist/cli/main.js", import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));

async function buildIfNeeded() {
  const { build, installPackages, reasonToBuild } = await import("../scripts/setup.mjs");
  const reason = reasonToBuild();
  if (reason === undefined) return;
  console.error(`Building plotline first: ${reason}.`);
  installPackages();
  build();
}
