#!/usr/bin/env node
// In a fresh clone dist/ is not there yet: set it up first, so that `npx plotline` works at once.
import { Console } from "node:console";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/cli/main.js", import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  const setup = await import("../scripts/setup.mjs");
  setup.installPackages();
  setup.build();
}
// Standard output is the command's result: what a module of the user's says (--aligner) goes beside it.
globalThis.console = new Console(process.stderr);
const { main } = await import(built.href);
process.exitCode = await main(process.argv.slice(2));
