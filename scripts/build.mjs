// src/ becomes dist/: JavaScript with types for Node, one bundle for browsers; web/ becomes dist/web/: the app's page.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { build as buildPage } from "vite";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

rmSync(join(root, "dist"), { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

await build({
  entryPoints: [join(root, "src", "browser.ts")],
  outfile: join(root, "dist", "browser.bundle.js"),
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  logLevel: "warning",
});

await buildPage({ configFile: join(root, "web", "vite.config.ts"), logLevel: "warn" });
