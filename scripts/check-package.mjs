// Checks the packages as npm would publish them: their manifests (publint) and types (attw), and that every export and
// dependency is used (knip). Needs a build, and a network for publint and attw.
// usage: node scripts/check-package.mjs
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packages, root } from "./setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "plotline-tarballs-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const workspaces = packages.map((name) => `--workspace=packages/${name}`);
check("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...workspaces);
for (const name of readdirSync(folder)) fetched(["publint@0.3.25"], "publint", "--strict", join(folder, name));
// ESM only: require() of Node 20.19 and later loads it, which attw's profile for CommonJS does not know. It cannot read
// a tarball with a later fflate. The entry "testing" is for tests of the workspace alone.
const plotline = join(folder, readdirSync(folder).find((name) => /^plotline-\d/.test(name)) ?? "");
fetched(
  ["@arethetypeswrong/cli@0.18.2", "fflate@0.8.2"],
  "attw",
  "--profile",
  "esm-only",
  "--exclude-entrypoints",
  "testing",
  "--",
  plotline,
);
check("npm", "exec", "--no", "--", "knip");

/**
 * Run by a tool that is not part of the everyday install.
 * @type {(tools: string[], name: string, ...args: string[]) => void}
 */
function fetched(tools, name, ...args) {
  check("npm", "exec", "--yes", ...tools.map((each) => `--package=${each}`), "--", name, ...args);
}

/** @type {(command: string, ...args: string[]) => void} */
function check(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0) return;
  process.stderr.write(`check-package: ${[command, ...args].join(" ")} failed.\n`);
  process.exit(1);
}
