import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { needs } from "@plotline/base/testing";
import { afterAll, expect } from "vitest";
import { root, Scripts } from "./testing/bundle.ts";

const { test } = needs("onnxruntime");

const scripts = new Scripts();
afterAll(() => scripts.remove());

test("the example in the README runs as it is, and learns", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, example = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(example.split("\n").filter((line) => /^[^/\s]|^\s+[^/\s]/.test(line)).length).toBeLessThanOrEqual(31);
  const printed = execFileSync(process.execPath, [...process.execArgv, scripts.script("example", example)], {
    cwd: root,
    encoding: "utf8",
  });
  const losses = [...printed.matchAll(/: (\d+\.\d+)$/gm)].map(([, loss]) => Number(loss));
  expect(losses.at(-1)).toBeLessThan(losses[0]!);
  expect(printed).toMatch(/^the … \S+$/m);
});
