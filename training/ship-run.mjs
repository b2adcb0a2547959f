// node training/ship-run.mjs RUN NAME: a trained run becomes models/NAME: what it says of itself, and its weights in 8 bits.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";

const [run, name] = process.argv.slice(2);
if (run === undefined || name === undefined) {
  console.error("usage: node training/ship-run.mjs RUN NAME (after node scripts/build.mjs)");
  process.exit(2);
}
const weights = ["best", "last"].map((which) => join(run, `${which}.safetensors`)).find((file) => existsSync(file));
if (weights === undefined) {
  console.error(`${run} holds no weights; make some with "plotline train".`);
  process.exit(2);
}
const { loadCheckpoint, packWeights } = await import(join(root, "dist", "nn", "index.js"));
const { tensors } = loadCheckpoint(weights, () => true);
const own = Object.entries(tensors).filter(([tensor]) => !tensor.startsWith("adam."));
const folder = join(root, "models", name);
mkdirSync(folder, { recursive: true });
copyFileSync(join(run, "reader.json"), join(folder, "reader.json"));
writeFileSync(join(folder, "weights.json"), `${JSON.stringify(packWeights(Object.fromEntries(own), 8))}\n`);
console.log(`models/${name} is ${run} as it ships.`);
