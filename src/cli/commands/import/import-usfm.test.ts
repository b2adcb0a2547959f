import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../corpus/testing/folder.ts";
import { plotline, refusal } from "../../testing/plotline.ts";

const first =
  "\\id AAA\n\\h First\n\\c 1\n\\cd 1 Rain. 3 Sun.\n\\v 1 It rained.\n\\v 2 It poured.\n\\v 3 It cleared.\n\\c 2\n\\v 1 End.\n";
const second = "\\id BBB\n\\h Second\n\\c 1\n\\cd 2 Late. 1 Early.\n\\v 1 Dawn.\n\\v 2 Dusk.\n";
const front = "\\id FRT\n\\h Front\n\\ip Words of welcome.\n";

function bible(files: Readonly<Record<string, string>> = {}): { folder: string; corpus: string } {
  const folder = temporaryFolder({ "1.usfm": first, "2.SFM": second, "0.usfm": front, "notes.txt": "x", ...files });
  return { folder, corpus: join(temporaryFolder(), "mine") };
}

describe("plotline import usfm", () => {
  test("books become works with points and links", async () => {
    const { folder, corpus } = bible();
    const { code, out, err } = await plotline("import", "usfm", folder, "--into", corpus, "--licence", "public domain");
    expect([code, out]).toEqual([0, expect.stringContaining("2 works, 3 chapters, 4 points, 3 links.")]);
    expect(err.replace(/\s+/g, " ")).toContain("headings of chapter 1, which get no gold");
    expect(err).toContain("0.usfm has no verses");
    const read = (path: string) => readFileSync(join(corpus, path), "utf8");
    expect(read("stories/First/0.txt.utf8")).toBe("It rained.\n\nIt poured.\n\nIt cleared.\n");
    expect(read("summaries/First/0.txt.utf8")).toBe("Rain.\n\nSun.\n");
    expect(read("manual_alignments/First/0.txt")).toBe("S0: 0, 1\nS1: 2\n");
    expect(readdirSync(join(corpus, "summaries", "First"))).toEqual(["0.txt.utf8"]);
    expect(existsSync(join(corpus, "manual_alignments", "Second"))).toBe(false);
    const { works } = JSON.parse(read("corpus.json"));
    expect(works[0]).toMatchObject({ title: "First", story: { source: "1.usfm", licence: "public domain" } });
    expect((await plotline("check", corpus)).code).toBe(0);
  });

  test("what it made of the King James Bible has no faults", async () => {
    const corpus = fileURLToPath(new URL("../../../../corpora/king-james", import.meta.url));
    const { out } = await plotline("check", corpus);
    expect(out).toContain("20 works, 443 chapters, 443 of them summarised");
    expect(out).toContain("no faults");
  });

  test("a dry run and --json write nothing and account for every word", async () => {
    const { folder, corpus } = bible();
    const { out } = await plotline("import", "usfm", folder, "--into", corpus, "--books", "aaa", "--dry-run", "--json");
    expect(JSON.parse(out)).toMatchObject({
      written: false,
      works: [{ title: "First", points: "chapters", words: { all: 13, verses: 7, headings: 4 } }],
    });
    expect(existsSync(corpus)).toBe(false);
  });

  test.each<[string, Record<string, string>, string[], string]>([
    ["a file that is not USFM", { "3.usfm": "In the beginning" }, [], "3.usfm is not USFM"],
    ["the same book twice", { "3.usfm": first }, [], 'Two of the works to add are called "First"'],
    ["a book that is not there", {}, ["--books", "AAA,ZZZ"], "has no book ZZZ; it has FRT, AAA, BBB"],
    ["front matter alone", {}, ["--books", "FRT"], "has no verses"],
  ])("%s is refused, and nothing is written", async (_, files, more, fault) => {
    const { folder, corpus } = bible(files);
    expect(await refusal("import", "usfm", folder, "--into", corpus, ...more)).toContain(fault);
    expect(existsSync(corpus)).toBe(false);
  });

  test("folders without USFM, missing ones, and works that are there already", async () => {
    const { folder, corpus } = bible();
    const refused = (path: string) => refusal("import", "usfm", path, "--into", corpus);
    expect(await refused(temporaryFolder({ "a.txt": "A" }))).toContain("has no USFM files");
    expect(await refused(join(folder, "nowhere"))).toContain("no such file or folder");
    expect((await plotline("import", "usfm", folder, "--into", corpus)).code).toBe(0);
    expect(await refused(folder)).toContain('already has a work called "First"');
  });
});
