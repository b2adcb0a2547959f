import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processMark, thisProcess, unfinished } from "@plotline/base/node";
import { expect, test } from "vitest";
import { throughFile } from "./values.ts";

test("what a killed command left in the temporary folder is removed by the next", async () => {
  const left = join(tmpdir(), `.plotline.${processMark({ ...thisProcess(), started: 1 })}-0-0.partial`);
  mkdirSync(left);
  writeFileSync(join(left, "standard input"), "mine");
  unfinished.sweepAgain();
  await throughFile("-", async (file) => writeFileSync(file, ""));
  expect(existsSync(left)).toBe(false);
});
