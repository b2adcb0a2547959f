import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeAlignment } from "../alignments/alignments.ts";
import { checkCorpus } from "../check/check.ts";
import { openCorpus } from "../open.ts";
import { contentOf, temporaryFolder } from "../testing/folder.ts";
import { addWork } from "./add-works.ts";
import { putBack, removedWorks, setAside } from "./removed.ts";
import { renameWork } from "./rename-work.ts";
import { putGuideBack, replacedGuides } from "./replaced-guides.ts";
import { writeSummary } from "./write-summary.ts";

const story = ["They meet.", "It rains.", "They part."];
const points = ["A meeting.", "A remark.", "A parting."];
const gold = [
  { summary: 0, story: 0, confidence: 1 },
  { summary: 2, story: 2, confidence: 1 },
];

/** Two chapters with gold, a method's alignment and a sheet. */
async function corpusWithGold(): Promise<string> {
  const folder = temporaryFolder({});
  await addWork(folder, { title: "Work", chapters: [0, 1].map(() => ({ story, summary: points, gold })) });
  const rows = { alignment: gold, summaryLength: points.length };
  await writeAlignment(
    folder,
    "Work",
    new Map([
      [0, rows],
      [1, rows],
    ]),
    { method: "TFIDF", by: "align" },
  );
  mkdirSync(join(folder, "annotators/ada/Work"), { recursive: true });
  writeFileSync(join(folder, "annotators/ada/Work/0.json"), "{}");
  return folder;
}

async function goldOf(folder: string, number: number): Promise<string | undefined> {
  const corpus = await openCorpus(folder);
  const chapter = await corpus.chapter(corpus.works[0]!, number);
  return chapter.gold?.map((link) => `${chapter.summary[link.summary]} ${chapter.story[link.story]}`).join(" ");
}

const at = (folder: string, path: string) => join(folder, path);

describe("a summary that is replaced", () => {
  test("takes its gold along where every new point was there before; everything from before is set aside", async () => {
    const folder = await corpusWithGold();
    const reordered = ["A parting.", "A meeting.", "A remark."];
    expect(await writeSummary(folder, "Work", new Map([[1, reordered]]))).toEqual({
      moved: [1],
      setAside: [],
      folder: "replaced/1",
      removed: 1,
    });
    expect(readFileSync(at(folder, "replaced/1/manual_alignments/Work/1.txt"), "utf8")).toContain("S0: 0");
    expect(readFileSync(at(folder, "replaced/1/summaries/Work/1.txt.utf8"), "utf8")).toContain("A remark.");
    expect(existsSync(at(folder, "replaced/1/alignments/TFIDF/Work/1.txt"))).toBe(true);
    expect(await goldOf(folder, 1)).toBe("A parting. They part. A meeting. They meet.");
    expect(existsSync(at(folder, "alignments/TFIDF/Work/1.txt"))).toBe(false);
    expect(existsSync(at(folder, "alignments/TFIDF/Work/0.txt"))).toBe(true);
  });

  test("leaves gold and sheets of points that are gone in a folder of their own, with the old text", async () => {
    const folder = await corpusWithGold();
    const replaced = await writeSummary(folder, "Work", new Map([[0, ["Something else.", "A meeting."]]]));
    expect(replaced).toEqual({ moved: [], setAside: [0], folder: "replaced/1", removed: 1 });
    expect(await goldOf(folder, 0)).toBeUndefined();
    expect(readFileSync(at(folder, "replaced/1/manual_alignments/Work/0.txt"), "utf8")).toContain("S2: 2");
    expect(readFileSync(at(folder, "replaced/1/summaries/Work/0.txt.utf8"), "utf8")).toContain("A parting.");
    expect(existsSync(at(folder, "replaced/1/annotators/ada/Work/0.json"))).toBe(true);
    expect(existsSync(at(folder, "annotators/ada/Work/0.json"))).toBe(false);
    expect((await checkCorpus(folder)).faults.map(({ file }) => file)).toEqual([]);
  });

  test("is put back with everything that belongs to it, and what was there since can be put back likewise", async () => {
    const folder = await corpusWithGold();
    for (const path of ["summaries/Work/1.txt.utf8", "manual_alignments/Work/1.txt", "alignments/TFIDF/Work"])
      rmSync(at(folder, path), { recursive: true });
    const before = contentOf(folder);
    await writeSummary(folder, "Work", new Map([0, 1].map((number) => [number, ["Something else."]])));
    mkdirSync(at(folder, "annotators/ben/Work"), { recursive: true });
    writeFileSync(at(folder, "annotators/ben/Work/0.json"), "{}");
    const [old] = await replacedGuides(folder, "Work");
    expect(old).toMatchObject({ id: "1", chapters: [0, 1] });
    await putGuideBack(folder, "Work", "1");
    const isOfGuide = ([path]: [string, unknown]) => !path.startsWith("replaced") && path !== "corpus.json";
    expect(Object.entries(contentOf(folder)).filter(isOfGuide)).toEqual(Object.entries(before).filter(isOfGuide));
    const [since] = await replacedGuides(folder, "Work");
    await putGuideBack(folder, "Work", since?.id ?? "");
    expect(existsSync(at(folder, "annotators/ben/Work/0.json"))).toBe(true);
    expect((await openCorpus(folder)).works[0]?.summarised).toEqual([0, 1]);
  });

  test("follows its work to another title, and no other work can get it", async () => {
    const folder = await corpusWithGold();
    const before = contentOf(at(folder, "annotators/ada/Work"));
    await writeSummary(folder, "Work", new Map([[0, ["Something else."]]]));
    await renameWork(folder, "Work", "Play");
    const [old] = await replacedGuides(folder, "Play");
    await setAside(folder, "Play");
    const other = await addWork(folder, { title: "Play", chapters: [{ story, summary: points }] });
    expect([other.folder, await replacedGuides(folder, other.folder)]).toEqual(["Play (2)", []]);
    await renameWork(folder, "Play", "Another");
    await putBack(folder, (await removedWorks(folder))[0]?.id ?? "");
    await putGuideBack(folder, "Play", old?.id ?? "");
    expect(contentOf(at(folder, "annotators/ada/Play"))).toEqual(before);
    expect(contentOf(at(folder, "summaries/Play"))["0.txt.utf8"]).toContain("A parting.");
    expect((await checkCorpus(folder)).faults).toEqual([]);
  });

  test("keeps everything where the text is the same", async () => {
    const folder = await corpusWithGold();
    expect(await writeSummary(folder, "Work", new Map([[0, points]]))).toMatchObject({ removed: 0, setAside: [] });
    expect(await goldOf(folder, 0)).toBe("A meeting. They meet. A parting. They part.");
    expect(existsSync(at(folder, "annotators/ada/Work/0.json"))).toBe(true);
  });
});
