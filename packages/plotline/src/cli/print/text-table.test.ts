import { expect, test } from "vitest";
import { textTable } from "./print.ts";

test("numbers are flush right, and a narrow terminal cuts the first column", () => {
  const header = ["work", "F"];
  const rows = [
    ["The Strange Case of Dr Jekyll and Mr Hyde", ".452"],
    ["Emma", "1.000"],
  ];
  expect(textTable(header, rows).split("\n")[2]).toBe("The Strange Case of Dr Jekyll and Mr Hyde   .452");
  expect(textTable(header, rows, 30).split("\n").slice(1)).toEqual([
    "───────────────────────  ─────",
    "The Strange Case of Dr…   .452",
    "Emma                     1.000",
  ]);
});
