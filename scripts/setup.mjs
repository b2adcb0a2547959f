// What `npm start`, `npm test` and the command in a clone need first: the packages of the lock file and a fresh build.
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A file that is as old as the build. */
export const buildStamp = join(root, "packages", "plotline", "dist", ".built");

/** Packages with sources; the encoder has only data. */
export const packages = readdirSync(join(root, "packages")).filter((name) =>
  statSync(join(root, "packages", name, "src"), { throwIfNoEntry: false }),
);

/** @type {(command: string, args: readonly string[], options?: import("node:child_process").SpawnSyncOptions) => void} */
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

/** The output of a command may be piped somewhere, so messages about setting up go to standard error. */
/** @type {import("node:child_process").SpawnSyncOptions} */
const aside = { stdio: ["inherit", process.stderr.fd, "inherit"] };

export function installPackages() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`plotline needs Node 20.19 or newer; this is ${process.version}.`);
  if (isInstalled()) return;
  console.error("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], aside);
}

const runtimeVersion = "1.30.0";

/**
 * Readers are trained, and encoders run, by onnxruntime. It is larger than all other packages together, and no part of
 * the workspace: what needs it fetches it into a folder of its own, which node_modules links to.
 */
export function installRuntime() {
  const link = join(root, "node_modules", "onnxruntime-node");
  // Not by resolving its name: Node would remember that it was missing, and could not load it once it is linked.
  if (existsSync(join(link, "package.json"))) return;
  const installed = fetched("onnxruntime-node", join(root, ".runtime"), "which trains readers (290 MB)");
  removeOtherSystems(join(installed, "bin"));
  rmSync(link, { recursive: true, force: true });
  symlinkSync(installed, link, "junction");
}

/** The package has the libraries of every system, two thirds of it; only this one's are kept. */
/** @type {(folder: string) => void} */
function removeOtherSystems(folder) {
  for (const version of readdirSync(folder))
    for (const system of readdirSync(join(folder, version)))
      if (system !== process.platform) rmSync(join(folder, version, system), { recursive: true });
}

/** The same for encoders in a tab; in a folder of its own, since npm removes what it was not asked for. */
export function installTabRuntime() {
  fetched("onnxruntime-web", join(root, ".runtime", "web"), "which runs an encoder in a tab (140 MB)");
}

/** @type {(name: string, folder: string, what: string) => string} */
function fetched(name, folder, what) {
  const installed = join(folder, "node_modules", name);
  if (statSync(installed, { throwIfNoEntry: false })) return installed;
  console.error(`Fetching ${name}, ${what} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", `${name}@${runtimeVersion}`, ...options], { ...aside, cwd: folder });
  return installed;
}

export function build() {
  run(process.execPath, [join(root, "scripts", "build.mjs")], aside);
}

/** What a clone's command does before anything else; in an installed package everything is built. */
export function buildIfNeeded() {
  const reason = reasonToBuild();
  if (reason === undefined) return;
  console.error(`Building plotline first: ${reason}.`);
  installPackages();
  build();
}

/** Why the command must be built before it runs; undefined where the build is newer than everything it is made of. */
export function reasonToBuild() {
  const built = statSync(buildStamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return "it has not been built yet";
  return sources().some((path) => statSync(path).mtimeMs > built) ? "its sources are newer than its build" : undefined;
}

/** Files and folders: a file that was removed leaves its folder newer. */
function sources() {
  const folders = ["assembly", ...packages.map((name) => join("packages", name, "src"))].flatMap((top) => [
    join(root, top),
    ...readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((path) => join(root, top, path)),
  ]);
  const single = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json", "scripts/build.mjs"];
  const isTest = /\.test\.ts$|[\\/](testing|fixtures)([\\/]|$)/;
  return [...folders.filter((path) => !isTest.test(path)), ...single.map((path) => join(root, path))];
}

/** @type {(sentence: string) => never} */
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
  /** @type {(...path: string[]) => number} */
  const written = (...path) => statSync(join(root, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written("node_modules", ".package-lock.json") >= written("package-lock.json");
}
