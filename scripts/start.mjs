// `npm start`: sets up, aligns the sample corpus by every method, prints the table next to the paper's, and serves the app
// with the sample, the open corpus and King James. Meanwhile the paper's whole table of the sample is made in the background,
// with small readers trained on each alignment; the app's Results screen shows it.
// `npm start -- --no-serve` ends after the table; so does a run in CI or without a terminal, unless `--serve` is given.
import { join } from "node:path";
import { build, installPackages, root, run } from "./setup.mjs";

installPackages();
build();

/** @type {(...args: string[]) => void} */
const plotline = (...args) =>
  run(process.execPath, [join(root, "packages", "plotline", "bin", "plotline.mjs"), ...args]);
const [sample = "", open = "", kingJames = ""] = ["sample", "open", "king-james"].map((name) => join("corpora", name));

plotline("align", sample);
plotline("evaluate", sample);

const someoneWatches = !process.env.CI && (process.stdin.isTTY || process.stdout.isTTY);
const serves = process.argv.includes("--serve") || (someoneWatches && !process.argv.includes("--no-serve"));
if (serves) plotline("serve", sample, open, kingJames, "--table");
else console.log(`\nplotline serve ${sample} ${open} ${kingJames} opens all three in the browser.`);
