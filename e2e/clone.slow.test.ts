import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, Scratch } from "./testing/plotline.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

const sources = ["assembly", "scripts", "packages", "package.json", "package-lock.json"];
const settings = ["tsconfig.json", "tsconfig.build.json"];

function clone(): string {
  const folder = scratch.path("clone");
  for (const path of [...sources, ...settings])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (file) => !/\/dist$/.test(file) });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

test("the command in a clone builds itself first and when its sources have changed, and says so on standard error", () => {
  const folder = clone();
  const version = () => {
    const env = { ...process.env, PLOTLINE_AS_BUILT: "" };
    const words = [join(folder, "packages", "plotline", "bin", "plotline.mjs"), "--version"];
    const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    return [stdout, stderr];
  };
  const printed = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  expect(version()).toEqual([printed, "Building plotline first: it has not been built yet.\n"]);
  expect(version()).toEqual([printed, ""]);
  const later = new Date(Date.now() + 1000);
  utimesSync(join(folder, "packages", "plotline", "src", "index.ts"), later, later);
  writeFileSync(join(folder, "scripts", "build.mjs"), "// The second build would only take time.\n");
  expect(version()).toEqual([printed, "Building plotline first: its sources are newer than its build.\n"]);
});
