import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, sample } from "../testing/plotline.ts";
import { safeJson, styled, visible, withoutStyles, write } from "./terminal.ts";

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const evil = "Evil\u001b]0;owned\u0007\u001b[2J\u009b31m\u0008\u007f";

test("control characters are shown, not obeyed; styles of our own are", () => {
  expect(visible("a\u001b[2Jb\u0007\u009b1m\r\nc\td\re\u007f")).toBe("a␛[2Jb␇\ufffd1m\nc\td␍e␡");
  const line = styled("A\u001b]0;x\u0007", "1", "22");
  expect(withoutStyles(line)).toBe("A\u001b]0;x\u0007");
  const written: string[] = [];
  write({ write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream, line);
  expect(written).toEqual(["\u001b[1mA␛]0;x␇\u001b[22m"]);
  expect(JSON.parse(safeJson(["\u009b", "\u001b"]))).toEqual(["\u009b", "\u001b"]);
  expect(safeJson(["\u009b", "\u001b"])).not.toMatch(control);
});

test.each([
  ["explain", "", "--chapter", "1", "--point", "1"],
  ["explain", "missing"],
  ["explain", "missing", "--chapter", "1"],
  ["explain", "missing", "--json"],
  ["corpus", "remove", evil],
])("%s %s: nothing of a hostile text or title reaches the terminal", async (name = "", below = "", ...options) => {
  const { out, err } = await plotline(name, ...(below === "" ? [] : [below]), hostileCorpus(), ...options);
  expect(out + err).toMatch(/␛|\\u001b/);
  expect(out).not.toMatch(control);
  expect(err).not.toMatch(control);
});

/** One work of the sample, with escape sequences in its title and in its texts. */
function hostileCorpus(): string {
  const folder = temporaryFolder();
  const work = "The Telling at Winterlow";
  for (const section of ["stories", "summaries", "manual_alignments"])
    cpSync(join(sample, section, work), join(folder, section, evil), { recursive: true });
  for (const section of ["stories", "summaries"])
    for (const name of readdirSync(join(folder, section, evil))) {
      const file = join(folder, section, evil, name);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll(" the ", ` the${evil} `));
    }
  writeFileSync(join(folder, "stories", evil, "\u001b[2J.txt"), "stray");
  return folder;
}
