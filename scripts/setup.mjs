// What both doors, `npm start` and `npm test`, need first: the packages of the lock file and a fresh build.
import { spawnSync } from "node:child_process";
import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
  });
  if (done.error) stop(`${command} could not be started: ${done.error.message}`);
  if (done.signal) process.exit(130);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

export function installPackages() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`plotline needs Node 20.19 or newer; this is ${process.version}.`);
  if (isInstalled()) return;
  console.log("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

export function build() {
  run(process.execPath, [join(root, "scripts", "build.mjs")]);
}

export function stop(sentence) {
  console.error(`plotline: ${sentence}`);
  process.exit(2);
}

/**
 * npm writes its own copy of the lock file at the end of an installation. A link is another folder's installation, which
 * `npm ci` would empty: it is used as it is.
 */
function isInstalled() {
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  const written = (...path) => statSync(join(root, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written("node_modules", ".package-lock.json") >= written("package-lock.json");
}
