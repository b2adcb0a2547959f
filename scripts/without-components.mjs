// Runs the test files that need components with all of them hidden: they must be green, and say what they skipped.
// usage: node scripts/without-components.mjs   (after a build)
import { spawnSync } from "node:child_process";
import { components, testFiles } from "./components.mjs";
import { root, stop } from "./setup.mjs";

const names = Object.keys(components);
const files = [...new Set(names.flatMap(testFiles))];
const env = { ...process.env, PLOTLINE_HIDE: names.join(), NO_COLOR: "1" };
const { status, stdout, stderr } = spawnSync("npm", ["exec", "--no", "--", "vitest", "run", ...files], {
  cwd: root,
  env,
  encoding: "utf8",
  shell: process.platform === "win32",
});
const [, failed, skipped] = /^\d+ passed, (\d+) failed, (\d+) skipped$/m.exec(stdout) ?? [];
const untold = Object.values(components).filter(
  ({ name, advice }) => !stdout.includes(`${name} is missing: ${advice}`),
);
const isGreen = status === 0 && failed === "0" && Number(skipped) > 0 && untold.length === 0;
if (!isGreen) {
  process.stderr.write(stdout + stderr);
  stop("without components the tests that need them must be skipped and say why, and all others pass.");
}
console.log(
  `Without ${Object.values(components)
    .map(({ name }) => name)
    .join(", ")}: green, ${skipped} tests skipped.`,
);
