// Runs the test files that need a component with that component hidden: they must be green, and say what they skipped.
// usage: node scripts/without-components.mjs   (after a build)
import { spawnSync } from "node:child_process";
import { componentNames, components, testFiles } from "./components.mjs";
import { root, stop } from "./setup.mjs";

for (const component of componentNames) {
  const { name, advice } = components[component];
  const files = testFiles(component);
  const env = { ...process.env, PLOTLINE_HIDE: component, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync("npm", ["exec", "--no", "--", "vitest", "run", ...files], {
    cwd: root,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [, failed, skipped] = /^\d+ passed, (\d+) failed, (\d+) skipped$/m.exec(stdout) ?? [];
  const saysWhy = stdout.includes(`${name} is missing: ${advice}`);
  const isGreen = status === 0 && failed === "0" && Number(skipped) > 0 && saysWhy;
  if (!isGreen) {
    process.stderr.write(stdout + stderr);
    stop(`without ${name} the tests of ${files.join(", ")} must pass or be skipped, and say why.`);
  }
  console.log(`Without ${name}: green, ${skipped} tests skipped in ${files.join(", ")}.`);
}
