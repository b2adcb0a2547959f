import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unfinished } from "./unfinished.ts";

test("nothing is swept away that another program may have made, however old it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "plotline-sweep-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const theirs = [".thesis.tex.partial", ".film.mkv-1.partial", ".vimrc.bak.old", ".notes.2-3-4-5.partial"];
  const ours = ".page.html.0123abcd-4-5x-0-6.partial";
  const lastWeek = Date.now() / 1000 - 7 * 24 * 60 * 60;
  for (const name of [...theirs, ours]) {
    writeFileSync(join(folder, name), "words");
    utimesSync(join(folder, name), lastWeek, lastWeek);
  }
  unfinished.sweepOnce(folder);
  expect(readdirSync(folder).sort()).toEqual(theirs.sort());
});
