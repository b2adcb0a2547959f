import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { plotline, sample } from "./testing/plotline.ts";

test("a corpus without summaries has nothing to align", async () => {
  const { code, err } = await plotline("align", temporaryFolder({ "stories/Anna/0.txt.utf8": "She went out.\n" }));
  expect(code).toBe(2);
  expect(err).toContain("no summarised chapter");
});

test("an empty file of links from elsewhere is bad input, not an alignment without links", async () => {
  const file = join(temporaryFolder({ "empty.jsonl": "\n" }), "empty.jsonl");
  const { code, err } = await plotline("evaluate", sample, "--no-save", "--from", file);
  expect(code).toBe(2);
  expect(err).toContain("empty.jsonl is empty");
});

test("a figure is not written over a folder", async () => {
  const folder = temporaryFolder();
  const { code, err } = await plotline(
    ...["figure", sample, "--work", "Forty Guineas", "--chapter", "0", "--method", "Diagonal-1", "--out", folder],
  );
  expect(code).toBe(2);
  expect(err).toBe(`plotline: ${folder} is a folder; name a file to write.\n`);
});
