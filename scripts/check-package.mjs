// Checks the package as npm would publish it: its manifest (publint), its types for each way to import it (attw), and
// that every export and dependency is used (knip). Needs a build, and a network for publint and attw.
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
fetched(["publint@0.3.25"], "publint", "--strict", tarball);
// ESM only: require() of Node 20.19 and later loads it, which attw's profile for CommonJS does not know. It cannot read
// a tarball with a later fflate.
fetched(["@arethetypeswrong/cli@0.18.2", "fflate@0.8.2"], "attw", "--profile", "esm-only", tarball);
check("npm", "exec", "--no", "--", "knip");

/** Run by a tool that is not part of the everyday install. */
function fetched(packages, name, ...args) {
  check("npm", "exec", "--yes", ...packages.map((each) => `--package=${each}`), "--", name, ...args);
}

function check(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0) return;
  process.stderr.write(`check-package: ${[command, ...args].join(" ")} failed.\n`);
  process.exit(1);
}
