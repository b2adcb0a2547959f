import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { plotline, sample } from "./testing/plotline.ts";

test("train completion-scorer refuses a corpus that is all for validation, and writes nothing", async () => {
  const out = join(temporaryFolder(), "weights.json");
  const { code, err } = await plotline("train", "completion-scorer", sample, "--out", out);
  expect(code).toBe(2);
  expect(err).toMatch(/no summarised work outside validation/);
  expect(existsSync(out)).toBe(false);
});

test("train completion-scorer tells its options", async () => {
  const { code, out } = await plotline("train", "completion-scorer", "--help");
  expect(code).toBe(0);
  for (const option of ["--sentences", "--story-passes", "--bullet-passes", "--trees", "--workers", "--out"])
    expect(out).toContain(option);
});
