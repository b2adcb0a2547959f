// Checks the package as npm would publish it: its manifest (publint), its types for each way to import it (attw), and
// that every export and dependency is used (knip). Needs a build.
// usage: node scripts/check-package.mjs
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "plotline-tarball-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

check("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
const tarball = join(
  folder,
  readdirSync(folder).find((name) => name.endsWith(".tgz")),
);
tool("publint", "--strict", tarball);
// ESM only: require() of Node 20.19 and later loads it, which attw's profile for CommonJS does not know.
tool("attw", "--profile", "esm-only", tarball);
tool("knip");

function tool(name, ...args) {
  check("npm", "exec", "--no", "--", name, ...args);
}

function check(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0) return;
  process.stderr.write(`check-package: ${[command, ...args].join(" ")} failed.\n`);
  process.exit(1);
}
