import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { splitParagraphs } from "@plotline/align";
import { temporaryFolder } from "@plotline/corpus/testing";
import { describe, expect, test } from "vitest";
import { plotline, refusal, sample } from "../../testing/plotline.ts";

const title = "The Sea's Tithe";

/** The sample's stories without their summaries, in a folder of its own. */
function bareCorpus(): string {
  const folder = temporaryFolder();
  cpSync(join(sample, "stories"), join(folder, "mine", "stories"), { recursive: true });
  return folder;
}

function pointsOf(number: number, corpus = sample): string[] {
  return splitParagraphs(readFileSync(join(corpus, "summaries", title, `${number}.txt.utf8`), "utf8"));
}

function guide(sections: readonly { name: string; chapters: readonly number[] }[]): string {
  return sections
    .map(
      ({ name, chapters }) =>
        `## ${name}\n\n${chapters
          .flatMap((n) => pointsOf(n))
          .map((each) => `- ${each}`)
          .join("\n")}\n`,
    )
    .join("\n");
}

const plain = Array.from({ length: 9 }, (_, n) => ({ name: `Chapter ${n + 1}`, chapters: [n] }));

async function importing(content: string, ...more: string[]) {
  const folder = bareCorpus();
  const [file, corpus] = [join(folder, "guide.md"), join(folder, "mine")];
  writeFileSync(file, content);
  const run = (...words: string[]) => plotline("import", "summary", corpus, file, "--title", title, ...more, ...words);
  return { ...(await run()), run, folder, corpus };
}

describe("plotline import summary", () => {
  test("gives every summary of the sample back, paragraph for paragraph", async () => {
    const { code, out, corpus } = await importing(guide(plain));
    expect(code).toBe(0);
    expect(out).toContain("9 of 9 sections cover 9 of 9 chapters");
    for (let n = 0; n < 9; n++) expect(pointsOf(n, corpus)).toEqual(pointsOf(n));
  });

  test("splits a summary of three chapters in order, with at most two points beyond a border", async () => {
    const { code, corpus } = await importing(guide([{ name: "Chapters 1-3", chapters: [0, 1, 2] }, ...plain.slice(3)]));
    expect(code).toBe(0);
    const split = [0, 1, 2].map((n) => pointsOf(n, corpus));
    expect(split.flat()).toEqual([0, 1, 2].flatMap((n) => pointsOf(n)));
    const borders = (chapters: string[][]) => [chapters[0]!.length, chapters[0]!.length + chapters[1]!.length];
    const sample = borders([0, 1, 2].map((n) => pointsOf(n)));
    for (const [k, at] of borders(split).entries()) expect(Math.abs(at - sample[k]!)).toBeLessThanOrEqual(2);
  });

  test("looks at the guide with the density and the language that were asked for", async () => {
    const { out, run } = await importing(guide(plain.slice(0, 2)), "--dry-run", "--json", "--density", "whole");
    expect(JSON.parse(out).density.setting).toBe("whole");
    expect((await run("--language", "en")).code).toBe(0);
    expect((await run("--language", "nowhere")).code).toBe(2);
  });

  test("shows and writes nothing on a dry run", async () => {
    const { code, out, corpus } = await importing(guide(plain), "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("Nothing was written");
    expect(readdirSync(corpus)).toEqual(["stories"]);
  });

  test("reports what it did as JSON", async () => {
    const { out } = await importing(guide(plain.slice(0, 4)), "--json");
    const result = JSON.parse(out);
    expect(result).toMatchObject({ title, written: true, uncovered: [4, 5, 6, 7, 8], replaced: [] });
    expect(result.sections[2]).toMatchObject({ name: "Chapter 3", chapters: [{ number: 2, points: 18 }], sure: true });
  });

  test("does not write what is unsure, until somebody says so", async () => {
    const strange = `${guide(plain)}\n## Of beekeeping\n\n- Bees like clover.\n`;
    const { code, err, corpus, run, folder } = await importing(strange);
    expect([code, readdirSync(corpus)]).toEqual([2, ["stories"]]);
    expect(err).toContain("1 of 10 sections are uncertain");
    const map = join(folder, "my.map");
    writeFileSync(map, "Of beekeeping => -\n");
    expect((await run("--map", map)).code).toBe(0);
  });

  test("replaces summaries only when somebody says so", async () => {
    const { run } = await importing(guide(plain));
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("replace them with --replace") });
    expect((await run("--replace")).code).toBe(0);
  });

  test("keeps a permission with the text", async () => {
    const { corpus } = await importing(guide(plain), "--permission", "by mail");
    const { works } = JSON.parse(readFileSync(join(corpus, "corpus.json"), "utf8"));
    expect(works.find((work: { title: string }) => work.title === title).summary).toEqual({
      source: "guide.md",
      permission: "by mail",
    });
  });

  test.each([
    [["--title", "No Such Work"], "has no work called"],
    [["--map", "nowhere.map"], "no such file"],
  ])("%j: %s", async (words, fault) => {
    const { run } = await importing(guide(plain), "--dry-run");
    expect(await run(...words)).toMatchObject({ code: 2, err: expect.stringContaining(fault) });
  });

  test("wants a corpus", async () => {
    const file = join(bareCorpus(), "guide.md");
    writeFileSync(file, guide(plain));
    expect(await refusal("import", "summary", "nowhere", file, "--title", title)).toContain("no such corpus folder");
  });

  test("leaves nothing half-written in a corpus that cannot be written", async () => {
    const folder = bareCorpus();
    const [file, corpus] = [join(folder, "guide.md"), join(folder, "mine")];
    writeFileSync(file, guide(plain));
    writeFileSync(join(corpus, "summaries"), "A file where a folder should be.");
    expect(await refusal("import", "summary", corpus, file, "--title", title)).toContain("summaries");
    expect(readdirSync(corpus).sort()).toEqual(["stories", "summaries"]);
  });
});

describe("plotline import fetch", () => {
  test.each([
    [["shmoop", "Hamlet"], "ask Shmoop (support@shmoop.com) for permission first"],
    [["gutenberg", "abc"], "no Project Gutenberg number"],
    [["gutenberg", "84", "--base", "ftp://x"], "http:// or https://"],
    [["gutenberg", "84", "--contact", "a\r\nb"], "One line of plain ASCII"],
    [["shmoop", "Nothing at all", "--permission", "x"], "No guide address is known"],
  ])("%j: %s", async (words, fault) => {
    expect(await refusal("import", "fetch", ...words)).toContain(fault);
  });
});
