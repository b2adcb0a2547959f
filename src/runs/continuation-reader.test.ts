import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openContinuationReader } from "./continuation-reader.ts";

const shipped = fileURLToPath(new URL("../../models/continuation", import.meta.url));

test("the reader that ships knows how sentences continue", async () => {
  const reader = await openContinuationReader(shipped, 1);
  const endings = [
    "asks for more gruel.",
    "of the house on the hill, which nobody has entered for years.",
    "whether she will marry him in the spring.",
  ];
  const read = async (prefix: string, passage = "") => {
    const scores = await reader.read(
      prefix,
      endings.map((text) => ({ text, passage })),
    );
    const values = scores.map((score) => score.read);
    return values.indexOf(Math.max(...values));
  };
  expect(await read("The hungry boy stands up and")).toBe(0);
  expect(await read("They reach the iron gate")).toBe(1);
  expect(await read("He takes her hand, wondering")).toBe(2);
});

test("folders that hold no such reader are refused with a sentence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plotline-"));
  await expect(openContinuationReader(folder)).rejects.toThrow(/no such file; completion needs an encoder/);
  writeFileSync(join(folder, "reader.json"), "{");
  await expect(openContinuationReader(folder)).rejects.toThrow(/not JSON/);
  writeFileSync(join(folder, "reader.json"), "{}");
  await expect(openContinuationReader(folder)).rejects.toThrow(/cannot be used/);
});
