// packages/*/src become packages/*/dist: JavaScript with types by one run of tsc over all, and the app's page. Everything
// is made in a folder of its own whose parts then replace each dist, so that two builds at once do not mix.
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build as buildPage } from "vite";
import { setup as compileKernel } from "./kernel.mjs";
import { buildStamp, packages, root } from "./setup.mjs";

compileKernel();

const started = new Date();
const made = join(root, `.build-${process.pid}`);
process.on("exit", () => rmSync(made, { recursive: true, force: true }));

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const compiling = [tsc, "-p", "tsconfig.build.json", "--outDir", made];
const compiled = spawnSync(process.execPath, compiling, { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

await buildPage({
  configFile: join(root, "packages", "app", "src", "web", "vite.config.ts"),
  logLevel: "warn",
  build: { outDir: join(made, "app", "src", "web"), emptyOutDir: true },
});

for (const name of packages) replace(join(root, "packages", name, "dist"), join(made, name, "src"));
writeFileSync(buildStamp, "");
// What was edited while the build ran is newer than it.
utimesSync(buildStamp, started, started);

/** @type {(folder: string, by: string) => void} */
function replace(folder, by) {
  const old = `${made}-old`;
  for (;;) {
    if (existsSync(folder)) renameSync(folder, old);
    rmSync(old, { recursive: true, force: true });
    try {
      return renameSync(by, folder);
    } catch (error) {
      const anotherBuildEnded =
        error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST"].includes(`${error.code}`);
      if (!anotherBuildEnded) throw error;
    }
  }
}
