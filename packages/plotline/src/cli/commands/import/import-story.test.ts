import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal } from "../../testing/plotline.ts";

const paragraph = "Somebody walked down to the harbour, looked at the water, said nothing at all, and walked home.\n\n";

function bookWithAnOddChapter(): string {
  const chapters = Array.from(
    { length: 6 },
    (_, k) => `CHAPTER ${k + 1}\n\n${paragraph.repeat(k === 2 ? 100 : 3)}\n\n`,
  );
  const file = join(temporaryFolder(), "book.txt");
  writeFileSync(file, `A TITLE\n\nby Somebody\n\n\n${chapters.join("")}`);
  return file;
}

test("what is left out is listed with its words, and what nobody may miss is printed even with --quiet", async () => {
  const file = bookWithAnOddChapter();
  const line = ["import", "story", join(temporaryFolder(), "mine"), file, "--dry-run"];
  const { out, err, code } = await plotline(...line);
  expect(code).toBe(0);
  expect(out).toMatch(/Left out \(16 words of [\d,]+\):\n {2}headings, 12 words\n {2}"title page" at line 1, 4 words/);
  expect(err).toMatch(/WARNING: .*book\.txt: the chapter "CHAPTER 3" at line \d+ has 1,700 words/);
  const quiet = await plotline(...line, "--quiet");
  expect(quiet.err).toContain("WARNING:");
  expect(JSON.parse((await plotline(...line, "--json")).out)).toMatchObject({
    alarms: [expect.stringContaining("CHAPTER 3")],
    account: { unexplained: 0 },
  });
});

test("read says it too", async () => {
  const folder = temporaryFolder({ "guide.txt": "They walk.\n\nThey say nothing.\n" });
  const [guide, out] = ["guide.txt", "page.html"].map((name) => join(folder, name)) as [string, string];
  const { err } = await plotline("read", bookWithAnOddChapter(), guide, "--out", out, "--quiet");
  expect(err).toMatch(/WARNING: .*CHAPTER 3/);
});

test.skipIf(process.platform === "win32")("a device is refused in one sentence, whatever it is to be", async () => {
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n" });
  for (const line of [
    ["import", "story", folder, "/dev/zero"],
    ["import", "summary", folder, "/dev/zero", "--title", "A"],
    ["read", "/dev/zero", "/dev/zero"],
  ])
    expect(await refusal(...line)).toBe("plotline: /dev/zero is a pipe or a device, but a regular file is needed.\n");
});
