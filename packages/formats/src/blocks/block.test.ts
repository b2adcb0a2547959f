import { expect, test } from "vitest";
import { mustHaveWords } from "./block.ts";

test.each([
  ["letters", "a".repeat(100_000)],
  ["marks above a letter", `a${"\u0301".repeat(100_000)}`],
  ["letters with marks", "a\u0301".repeat(60_000)],
  ["signs", "<!--".repeat(250_000)],
  ["letters and signs", "a.".repeat(500_000)],
  ["joiners that nobody sees", "\u200d".repeat(1_000_000)],
  ["characters of a script without spaces", "她".repeat(100_000)],
])("endless %s are no text", (_, text) => {
  expect(() => mustHaveWords(`Once upon a time ${text}`, "book.txt")).toThrow(/^book\.txt has a word of over 100,000/);
});

test("long words are words, and a script without spaces needs none", () => {
  mustHaveWords(`${"a".repeat(99_000)} ${"-".repeat(990_000)} ${"a".repeat(99_000)}`, "book.txt");
  mustHaveWords("她打开了门，".repeat(40_000), "book.txt");
  mustHaveWords("私は猫だ。ไม่มีช่องว่าง".repeat(40_000), "book.txt");
});
