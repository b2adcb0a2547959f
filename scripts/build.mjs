// src/ becomes dist/: JavaScript with types for Node, a bundle for browsers with the token table in a file of its own; web/ becomes dist/web/: the app's page.
// Everything is made in a folder of its own that then replaces dist/, so that two builds at once do not mix.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { build as buildPage } from "vite";
import { compiledKernel, setup as compileKernel, kernelTypes } from "./kernel.mjs";
import { buildStamp, root } from "./setup.mjs";

await compileKernel();

const started = new Date();
const made = join(root, `.build-${process.pid}`);
process.on("exit", () => rmSync(made, { recursive: true, force: true }));

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const compiling = [tsc, "-p", "tsconfig.build.json", "--outDir", made];
const compiled = spawnSync(process.execPath, compiling, { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for (const file of [compiledKernel, kernelTypes]) copyFileSync(file, join(made, basename(file)));

await build({
  entryPoints: { "browser.bundle": join(root, "src", "browser.ts") },
  outdir: made,
  chunkNames: "browser.[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  logLevel: "warning",
});

await buildPage({
  configFile: join(root, "web", "vite.config.ts"),
  logLevel: "warn",
  build: { outDir: join(made, "web") },
});

stamp(join(made, buildStamp), started);
replace(join(root, "dist"), made);

/** What was edited while the build ran is newer than it. */
function stamp(file, time) {
  writeFileSync(file, "");
  utimesSync(file, time, time);
}

function replace(folder, by) {
  const old = join(root, `.build-${process.pid}-old`);
  for (;;) {
    if (existsSync(folder)) renameSync(folder, old);
    rmSync(old, { recursive: true, force: true });
    try {
      return renameSync(by, folder);
    } catch (error) {
      const anotherBuildEnded = ["ENOTEMPTY", "EEXIST"].includes(error.code);
      if (!anotherBuildEnded) throw error;
    }
  }
}
