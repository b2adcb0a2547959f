import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter, ChapterChoice, Corpus } from "@plotline/align";
import { expect, test } from "vitest";
import { findWork, mustHaveChapter, openCorpus } from "./open.ts";
import { publishedWork, publishedWorks } from "./published.ts";
import { sample, temporaryFolder } from "./testing/folder.ts";

async function collect(corpus: Corpus, choice?: ChapterChoice): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for await (const chapter of corpus.chapters(choice)) chapters.push(chapter);
  return chapters;
}

test("the sample corpus: three works, all validation, all gold usable", async () => {
  const corpus = await openCorpus(sample);
  expect(corpus.works.map(({ title, kind, split }) => [title, kind, split])).toEqual([
    ["Forty Guineas", "play", "validation"],
    ["The Sea's Tithe", "novel", "validation"],
    ["The Telling at Winterlow", "story", "validation"],
  ]);
  const chapters = await collect(corpus, { goldOnly: true });
  expect(chapters).toHaveLength(17);
  for (const { summary, story, gold } of chapters) {
    expect(Math.max(...(gold ?? []).map((link) => link.summary))).toBeLessThan(summary.length);
    expect(Math.max(...(gold ?? []).map((link) => link.story))).toBeLessThan(story.length);
  }
});

test("a folder without a manifest is read by its files; published titles are known", async () => {
  const corpus = await openCorpus(
    temporaryFolder({
      "stories/Tartuffe/0.txt.utf8": "Speech.\n",
      "stories/The Winter's Tale/0.txt.utf8": "Speech.\n",
      "stories/Maggie_ A Girl of the Streets/0.txt.utf8": "A street.\n",
      "stories/Mine/10.txt.utf8": "Ten.\n",
      "stories/Mine/9.txt.utf8": "Nine.\n",
    }),
  );
  expect(corpus.works.map(({ title, kind, split, chapters }) => [title, kind, split, chapters])).toEqual([
    ["Maggie: A Girl of the Streets", "novel", "validation", [0]],
    ["Mine", undefined, "train", [9, 10]],
    ["Tartuffe", "play", "validation", [0]],
    ["The Winter's Tale", "play", "train", [0]],
  ]);
});

test("the published list counts as the paper does", () => {
  const count = (kind: string) => publishedWorks.filter((work) => work.kind === kind).length;
  expect([publishedWorks.length, count("novel"), count("play"), count("story")]).toEqual([231, 145, 62, 24]);
  expect(publishedWorks.filter((work) => work.split === "validation")).toHaveLength(15);
  expect(publishedWork("my Ántonia")?.title).toBe("My ntonia");
  expect(publishedWork("Nothing of the kind")).toBeUndefined();
});

const files = {
  "corpus.json": '{"works":[{"title":"A: B","folder":"A_ B","split":"validation"}]}',
  "stories/A_ B/0.txt.utf8": "One.\n\nTwo.\n",
  "stories/A_ B/1.txt.utf8": "Three.\n",
  "stories/A_ B/2.txt.utf8": "Four.\n",
  "stories/A_ B/3.txt.utf8": "Five.\n",
  "summaries/A_ B/0.txt.utf8": "Sum.\n",
  "summaries/A_ B/1.txt.utf8": "Sum.\n",
  "summaries/A_ B/2.txt.utf8": "\n",
  "manual_alignments/A_ B/0.txt": "S0: 1,\n",
  "manual_alignments/A_ B/1.txt": "S0: 1,\n",
};

test.each([
  [[0, 1, 3, 4, 5, 6], "it has 1, 2, 4, 5, 6, 7"],
  [[1, 5, 7], "it has 2, 6, 8"],
  [[0], "it has 1"],
  [[], "it has none"],
  [Array.from({ length: 10 }, (_, k) => 4 * k), "it has 1, 5, 9, 13, 17, 21, 25, 29, …, 37"],
])("a chapter that a work with the chapters %j does not have", (chapters, there) => {
  expect(() => mustHaveChapter("corpora/mine", { title: "A", chapters }, 2)).toThrow(
    `"A" in corpora/mine has no chapter 3; counted from 1, ${there}.`,
  );
});

test("chapters: those with both sides, all, or those with usable gold", async () => {
  const folder = temporaryFolder(files);
  const corpus = await openCorpus(folder);
  const numbers = async (choice?: ChapterChoice) => (await collect(corpus, choice)).map(({ number }) => number);
  expect(await numbers()).toEqual([0, 1]);
  expect(await numbers({ unsummarised: true })).toEqual([0, 1, 2, 3]);
  expect(await numbers({ goldOnly: true })).toEqual([0]);
  const work = findWork(corpus, "a: b");
  expect(work).toMatchObject({ summarised: [0, 1, 2], annotated: [0, 1] });
  expect((await corpus.chapter(work, 1)).gold).toBeUndefined();
  await expect(corpus.chapter(work, 9)).rejects.toThrow(
    `"A: B" in ${folder} has no chapter 10; counted from 1, it has 1, 2, 3, 4.`,
  );
  expect(() => findWork(corpus, "C")).toThrow(/has no work called "C"; it has "A: B"\./);
});

test("a title that nearly fits is answered with the nearest first", async () => {
  const titles = ["Emma", "Faust", "Hamlet", "Ivanhoe", "Jazz", "Kim", "Dr Jekyll and Mr Hyde"];
  const corpus = await openCorpus(
    temporaryFolder(Object.fromEntries(titles.map((title) => [`stories/${title}/0.txt.utf8`, "It rained.\n"]))),
  );
  expect(() => findWork(corpus, "The Case of Dr. Jekyll")).toThrow('it has "Dr Jekyll and Mr Hyde", "Emma"');
});

test("the hash is the same on every machine, and changes with what counts", async () => {
  const hash = async (changed: Record<string, string> = {}) =>
    (await openCorpus(temporaryFolder({ ...files, ...changed }))).hash();
  const own = await hash();
  expect(own).toMatch(/^[0-9a-f]{12}$/);
  const windows = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
  );
  expect(await hash(windows)).toBe(own);
  expect(await hash({ "README.md": "Hello.", "alignments/X/A_ B/0.txt": "S0:" })).toBe(own);
  const bigger = await openCorpus(temporaryFolder({ ...files, "stories/Z/0.txt.utf8": "More.\n" }));
  expect(await bigger.hash()).not.toBe(own);
  expect(await bigger.hash(bigger.works.slice(0, 1))).toBe(own);
  expect(await hash({ "stories/A_ B/3.txt.utf8": "Six.\n" })).not.toBe(own);
  expect(await hash({ "summaries/A_ B/1.txt.utf8": "Sum!\n" })).not.toBe(own);
  expect(await hash({ "manual_alignments/A_ B/0.txt": "S0: 0,\n" })).not.toBe(own);
  expect(await hash({ "corpus.json": files["corpus.json"].replace("validation", "train") })).not.toBe(own);
  expect(await hash({ "stories/A_ B/0.txt.utf8": "One.\nTwo.\n" })).not.toBe(own);
});

test("a link to a place in the corpus is followed", async () => {
  const folder = temporaryFolder({ ...files, "spare/0.txt.utf8": "Linked.\n", "one.txt": "One more.\n" });
  symlinkSync(join(folder, "spare"), join(folder, "stories", "Linked"), "dir");
  symlinkSync("../../one.txt", join(folder, "spare", "1.txt.utf8"));
  const corpus = await openCorpus(folder);
  expect(corpus.works.map((work) => work.title)).toEqual(["A: B", "Linked"]);
  expect((await corpus.chapter(corpus.works[1]!, 0)).story).toEqual(["Linked."]);
  rmSync(join(folder, "spare", "1.txt.utf8"));
  symlinkSync(join(folder, "one.txt"), join(folder, "spare", "1.txt.utf8"));
  expect((await corpus.chapter(corpus.works[1]!, 1)).story).toEqual(["One more."]);
});

test.each(["stories", "stories/A_ B", "stories/A_ B/0.txt.utf8", "summaries/A_ B/0.txt.utf8", "corpus.json"])(
  "%s as a link that leads out of the corpus is not read",
  async (path) => {
    const folder = temporaryFolder(files);
    const elsewhere = temporaryFolder({ "0.txt.utf8": "Secret.\n", "A_ B/0.txt.utf8": "Secret.\n" });
    const target = /\.(utf8|json)$/.test(path) ? join(elsewhere, "0.txt.utf8") : elsewhere;
    rmSync(join(folder, path), { recursive: true });
    symlinkSync(target, join(folder, path));
    const read = async () => {
      const corpus = await openCorpus(folder);
      const { story, summary } = await corpus.chapter(corpus.works[0]!, 0);
      return [...story, ...summary];
    };
    if (path.endsWith(".utf8")) expect(await read()).not.toContain("Secret.");
    else await expect(read()).rejects.toThrow(/leads out of the corpus through a symbolic link/);
  },
);

test("what is no corpus is a sentence", async () => {
  const folder = temporaryFolder(files);
  await expect(openCorpus(join(folder, "nowhere"))).rejects.toThrow(/there is no such corpus folder/);
  await expect(openCorpus(join(folder, "corpus.json"))).rejects.toThrow(/is a file, but a corpus is a folder/);
  mkdirSync(join(folder, "empty"));
  expect((await openCorpus(join(folder, "empty"))).works).toEqual([]);
  writeFileSync(join(folder, "corpus.json"), "{");
  await expect(openCorpus(folder)).rejects.toThrow(/corpus\.json, line 1: this is not JSON/);
});
