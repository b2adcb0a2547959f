// node scripts/lab/pack.mjs OUT bundles features.ts, pack-aligner.ts and judge-folds.ts, each into one file that runs under plain Node.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../setup.mjs";

const [out = join(root, "out")] = process.argv.slice(2);
await build({
  entryPoints: ["features.ts", "pack-aligner.ts", "judge-folds.ts"].map((name) => join(root, "scripts", "lab", name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  minify: true,
  external: ["onnxruntime-node"],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  logLevel: "warning",
});
console.log(`features.mjs, pack-aligner.mjs and judge-folds.mjs are in ${out}`);
