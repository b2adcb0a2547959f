// What some tests need and "npm ci" does not install: how each is found, its Debian package, what to do without it.
// PLOTLINE_HIDE=redis,nginx hides components that are installed; PLOTLINE_NO_INSTALL=1 forbids installing any.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root, stop } from "./setup.mjs";

/** @typedef {"chromium" | "redis" | "nginx" | "openssl" | "onnxruntime"} Component */

/** @type {Readonly<Record<Component, { name: string, package?: string, advice: string, find: () => string | undefined }>>} */
export const components = {
  chromium: {
    name: "Chromium",
    package: "chromium",
    advice: "install Chromium or Google Chrome (Debian: apt install chromium), or name one in PLOTLINE_CHROMIUM",
    find: findBrowser,
  },
  redis: {
    name: "Redis",
    package: "redis-server",
    advice: "install it (Debian: apt install redis-server)",
    find: () => onPath(["redis-server", "valkey-server"]),
  },
  nginx: {
    name: "nginx",
    package: "nginx-light",
    advice: "install it (Debian: apt install nginx-light)",
    find: () => onPath(["nginx"]) ?? ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find(isExecutable),
  },
  openssl: {
    name: "OpenSSL",
    package: "openssl",
    advice: "install it (Debian: apt install openssl)",
    find: () => onPath(["openssl"]),
  },
  onnxruntime: {
    name: "onnxruntime-node",
    advice: '"npm test" fetches it, "npm ci" does not',
    find: () => [join(root, "node_modules", "onnxruntime-node")].find((path) => existsSync(path)),
  },
};

export const componentNames = /** @type {Component[]} */ (Object.keys(components));

/**
 * The path of an installed component; undefined where it is missing or hidden.
 * @type {(component: Component) => string | undefined}
 */
export function find(component) {
  return hidden().includes(component) ? undefined : components[component].find();
}

/** @type {(component: Component) => string | undefined} */
export function missing(component) {
  const { name, advice } = components[component];
  return find(component) === undefined ? `${name} is missing: ${advice}` : undefined;
}

/** What the system's packages have. */
export const installable = componentNames.filter((name) => components[name].package !== undefined);

/** Installs what is missing where that is allowed: as root, on Debian or Ubuntu. */
export function installComponents() {
  const chosen = installable.filter((name) => !hidden().includes(name) && find(name) === undefined);
  const mayInstall = !process.env.PLOTLINE_NO_INSTALL && existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (chosen.length === 0 || !mayInstall) return;
  console.log(`Installing ${chosen.map((each) => components[each].name).join(", ")} from the system's packages …`);
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], quiet);
  const packages = chosen.flatMap((each) => components[each].package ?? []);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet);
}

/**
 * The test files that say `needs("redis")`, and so on.
 * @type {(component: Component) => string[]}
 */
export function testFiles(component) {
  const files = ["packages", "e2e"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
      .filter((path) => !path.includes("node_modules"))
      .map((path) => join(top, path)),
  );
  return files.filter((path) => path.endsWith(".test.ts") && componentsOf(join(root, path)).includes(component)).sort();
}

/**
 * The components that a test file says it needs.
 * @type {(testFile: string) => Component[]}
 */
export function componentsOf(testFile) {
  const said = readFileSync(testFile, "utf8").match(/needs\([^)]*\)/g) ?? [];
  return componentNames.filter((component) => said.some((each) => each.includes(`"${component}"`)));
}

function hidden() {
  const named = (process.env.PLOTLINE_HIDE ?? "").split(",").filter(Boolean);
  const unknown = named.find((name) => !(name in components));
  if (unknown) stop(`PLOTLINE_HIDE names "${unknown}"; the components are ${Object.keys(components).join(", ")}.`);
  return named;
}

function findBrowser() {
  const named = process.env.PLOTLINE_CHROMIUM;
  if (named) return isExecutable(named) ? named : stop(`PLOTLINE_CHROMIUM names ${named}, which cannot be run.`);
  return onPath(browserNames) ?? browserPlaces.find(isExecutable);
}

/** @type {(names: readonly string[]) => string | undefined} */
function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe"] : [""];
  return folders
    .flatMap((folder) => names.flatMap((name) => endings.map((ending) => join(folder, name + ending))))
    .find(isExecutable);
}

/** @type {(path: string) => boolean} */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const browserPlaces = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
