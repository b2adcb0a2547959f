// node training/train-aligner.mjs CORPUS … trains the aligner on a corpus with gold, and judges it on works that it has not
// seen; --help lists the options. It runs from the sources, and so do its threads.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";

const fromSources = ["--conditions=@plotline/source", "--import", join(root, "scripts", "sources.mjs")];
const program = join(root, "training", "train-aligner.ts");
const { status } = spawnSync(process.execPath, [...fromSources, program, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
