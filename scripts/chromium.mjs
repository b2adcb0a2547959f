// The browser of the end-to-end tests: an installed Chromium, else Debian's package, else one sentence.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stop } from "./setup.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const places = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

export function findChromium() {
  const named = process.env.PLOTLINE_CHROMIUM;
  if (named) return isExecutable(named) ? named : stop(`PLOTLINE_CHROMIUM names ${named}, which cannot be run.`);
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(isExecutable);
}

export function installChromium() {
  const found = findChromium();
  if (found) return found;
  const debianRoot = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debianRoot) {
    console.log("Installing Chromium from Debian's packages …");
    const quiet = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    spawnSync("apt-get", ["update", "-qq"], quiet);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet);
  }
  return (
    findChromium() ??
    stop("the tests need a browser: install Chromium or Google Chrome, or name one in PLOTLINE_CHROMIUM.")
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
