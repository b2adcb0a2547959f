import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { processMark, thisProcess } from "@plotline/base/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { sweepLeftovers, temporaryName } from "./leftovers.ts";

test("of what lies in the temporary folder, only our own that nobody uses any more is removed", () => {
  const folder = temporaryFolder({});
  const make = (name: string, daysAgo = 0) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "book.txt"), "A book.");
    const at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000);
    utimesSync(join(folder, name), at, at);
  };
  const ours = `${basename(temporaryName())}aBcDeF`;
  const dead = `plotline-import-${processMark({ ...thisProcess(), started: 1 })}-aBcDeF`;
  make(ours);
  make(dead);
  make("plotline-import-elsewhere-1-x-aBcDeF", 2);
  make("plotline-import-elsewhere-2-x-aBcDeF");
  make("plotline-importance", 9);
  make("photos", 9);
  symlinkSync(join(folder, "photos"), join(folder, `${dead}2`));
  sweepLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual(
    [ours, "plotline-import-elsewhere-2-x-aBcDeF", "plotline-importance", "photos", `${dead}2`].sort(),
  );
  expect(readdirSync(join(folder, "photos"))).toEqual(["book.txt"]);
});
