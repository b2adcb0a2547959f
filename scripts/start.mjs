// `npm start`: sets up, aligns the sample corpus by every method and prints the table beside the paper's.
import { join } from "node:path";
import { build, installPackages, root, run } from "./setup.mjs";

installPackages();
build();

const plotline = (...args) => run(process.execPath, [join(root, "bin", "plotline.mjs"), ...args]);
const sample = join("corpora", "sample");

plotline("align", sample);
plotline("evaluate", sample);
