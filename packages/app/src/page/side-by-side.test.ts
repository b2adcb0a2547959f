import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alignGuide, misfitRemark, type Readable, splitParagraphs } from "@plotline/align";
import { chaptersOf, type GuidePoint } from "@plotline/books";
import { readGuide, readPair } from "@plotline/books/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import { findingsOf } from "@plotline/runs";
import { importStory, planGuide } from "@plotline/runs/node";
import { describe, expect, test } from "vitest";
import { alignFitting } from "./align-fitting.ts";
import { chaptersToAlign, numberedThroughBook, pageOf, readSideBySide } from "./side-by-side.ts";

const sample = fileURLToPath(new URL("../../../../corpora/sample/", import.meta.url));
const title = "The Sea's Tithe";
const book = join(sample, "books", `${title}.txt`);
const pointsOf = (chapter: number) =>
  splitParagraphs(readFileSync(join(sample, "summaries", title, `${chapter}.txt.utf8`), "utf8"));
const chapters = readdirSync(join(sample, "stories", title)).map((_, k) => k);

function section(heading: string, ...covered: number[]): string {
  return `# ${heading}\n\n${covered
    .flatMap(pointsOf)
    .map((point) => `- ${point}\n`)
    .join("")}\n`;
}

const oneEach = chapters.map((k) => section(`Chapter ${k + 1}`, k)).join("");

/** What `plotline read`, the app and `plotline import` make of the same two files. */
async function threeAnswers(story: string, guide: string, name = title) {
  const read = readSideBySide({ book: story, guide }, { title: name });
  const app = readPair({ book: story, guide, title: name });
  const corpus = join(temporaryFolder(), "corpus");
  await importStory(story, corpus, { title: name });
  const imported = await planGuide(corpus, name, readGuide(guide, name));
  return { read, app, imported };
}

function written(name: string, text: string): string {
  return join(temporaryFolder({ [name]: text }), name);
}

const textsIn = (points: readonly GuidePoint[] = []) => points.map(({ text }) => text);

describe("read, the app and import", () => {
  test.each([
    ["a section for each chapter", oneEach],
    ["a section on three chapters", section("Chapters 1-3", 0, 1, 2) + oneEach.slice(oneEach.indexOf("# Chapter 4"))],
    ["chapters that the guide leaves out", section("Chapter 2", 1) + section("Chapter 5", 4)],
    ["only one chapter, by its number", section("Chapter 3", 2)],
    ["a section that fits nothing", `${oneEach}# Of beekeeping\n\n- Bees like clover.\n`],
    ["names instead of numbers", section("At the shore", 0) + section("The end of it", 8)],
  ])("give every chapter the same points: %s", async (_, text) => {
    const guide = written("guide.md", text);
    const { read, app, imported } = await threeAnswers(book, guide);
    expect(imported.matches).toEqual(app.matches);
    expect(imported.uncovered).toEqual(app.uncovered);
    expect(read.parts.map(({ points }) => points)).toEqual(chapters.map((k) => app.points.get(k) ?? []));
    expect(read.notes.map((note) => note.text)).toEqual(
      expect.arrayContaining(app.doubts.map((doubt) => `${guide}: ${doubt}`)),
    );
    expect(imported.doubts).toEqual(app.doubts);
  });

  test("take a guide without chapters for a guide to the whole book", async () => {
    const points = chapters.flatMap(pointsOf);
    const { read, app, imported } = await threeAnswers(book, written("summary.txt", points.join("\n\n")));
    expect([app.whole, imported.whole]).toEqual([true, true]);
    expect(imported.matches).toEqual(app.matches);
    expect(app.matches.map(({ sure }) => sure)).toEqual([false]);
    expect(app.uncovered).toEqual([]);
    expect([...app.points.values()].flatMap(textsIn).toSorted()).toEqual(points.toSorted());
    expect(read.parts.map((part) => part.points)).toEqual(chapters.map((k) => app.points.get(k) ?? []));
    const own = chapters.flatMap((k) => pointsOf(k).filter((point) => textsIn(app.points.get(k)).includes(point)));
    expect(own.length / points.length).toBeGreaterThan(0.9);
    expect(app.doubts).toEqual([
      expect.stringMatching(/^it names no chapter, so its points are placed by content, \d+ of \d+ of them surely$/),
    ]);
  });

  test("have no doubt about a guide without chapters whose points are all placed surely", async () => {
    const things = ["a lighthouse", "some counterfeit coins", "the wedding feast", "a burning mill"];
    const chapter = (thing: string, k: number) =>
      `CHAPTER ${["I", "II", "III", "IV"][k]}\n\nIt rained.\n\nThey saw ${thing}, and nothing was heard but talk of ${thing}.\n\nNobody slept.\n\n`;
    const story = written("story.txt", things.map(chapter).join(""));
    const guide = written("guide.txt", things.map((thing) => `All speak of ${thing}.`).join("\n\n"));
    const { read, app, imported } = await threeAnswers(story, guide, "Talk");
    expect(app.matches.map(({ sure }) => sure)).toEqual([true]);
    expect([app.doubts, imported.doubts]).toEqual([[], []]);
    expect(read.notes.map(({ text }) => text)).toEqual([
      `${guide}: it names no chapter, so its points are placed by content, all of them surely`,
    ]);
  });

  test("lay all sections on the one chapter of a short story", async () => {
    const story = written("story.txt", "A boat comes in.\n\nNobody is in it.\n\nThe village looks on.\n");
    const guide = written("guide.md", "# The boat\n\n- It comes in.\n\n# The village\n\n- It looks on.\n");
    const { read, app, imported } = await threeAnswers(story, guide, "The Boat");
    expect(imported.matches).toEqual(app.matches);
    expect([...app.points]).toEqual([[0, [{ text: "It comes in." }, { text: "It looks on." }]]]);
    expect(app.doubts).toEqual([]);
    expect(read.parts.map(({ points }) => points)).toEqual([...app.points.values()]);
  });

  test("doubt a guide that counts chapters of a book that has one", async () => {
    const story = written("story.txt", "A boat comes in.\n\nNobody is in it.\n\nThe village looks on.\n");
    const guide = written("guide.md", "# Chapter 1\n\n- It comes in.\n\n# Chapter 2\n\n- It looks on.\n");
    const { read, app, imported } = await threeAnswers(story, guide, "The Boat");
    expect(imported.matches).toEqual(app.matches);
    expect(app.matches.map(({ sure }) => sure)).toEqual([false, false]);
    expect(read.notes.map(({ text }) => text)).toContainEqual(expect.stringContaining("the book has only one"));
  });
});

const french = [
  "Le garçon quitte la maison de son oncle avec le sac, et personne ne sait où il est allé ce soir-là.",
  "Il marche toute la nuit dans la forêt, et il a peur des hommes qui le suivent depuis la ville.",
  "Une vieille femme lui donne du pain et lui dit que les soldats sont passés par là la veille.",
];
const lorem = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt.";

test.each([
  ["another language", french, "The guide is in French, the text in English"],
  ["another book", Array(6).fill(lorem), "This guide does not seem to be about this text"],
  ["this book", pointsOf(0), undefined],
])("read, the app and import say the same of a guide to %s", async (_, points, said) => {
  const guide = written("guide.md", `# Chapter 1\n\n${points.map((point) => `- ${point}\n`).join("")}`);
  const { read, app, imported } = await threeAnswers(book, guide);
  const found = async ({ summary, story }: Readable) => alignGuide(summary, story, { points: "paragraphs" });
  const align = Object.assign(async (chapter: Readable) => (await found(chapter)).links, { guide: found });
  const aligning = { align, own: async () => align, anyway: false, advance: () => {} };
  const refused = await alignFitting(chaptersToAlign(read), aligning).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const [ofApp, ofImport] = [
    findingsOf(chaptersOf(app.story), app.points),
    findingsOf(imported.chapters, imported.points),
  ];
  expect([misfitRemark(ofApp!), misfitRemark(ofImport!)]).toEqual(
    said === undefined ? [undefined, undefined] : Array(2).fill(expect.stringContaining(said)),
  );
  expect(refused).toBe(said && `${misfitRemark(ofApp!)} Nothing was written.`);
});

test("read and import know which paragraph of a guide in prose each point was cut from", async () => {
  const prose = [0, 1].map((chapter) => pointsOf(chapter).slice(0, 5).join(" "));
  const guide = written("guide.md", `# Chapter 1\n\n${prose[0]}\n\n# Chapter 2\n\n${prose[1]}\n`);
  const { read, app, imported } = await threeAnswers(book, guide);
  expect(imported.points).toEqual(app.points);
  expect([...app.points.keys()]).toEqual([0, 1]);
  for (const chapter of [0, 1]) {
    const points = app.points.get(chapter)!;
    expect(read.parts[chapter]!.points).toEqual(points);
    expect(textsIn(points).join(" ")).toBe(prose[chapter]);
  }
});

describe("a book and its guide", () => {
  const twoChapters = () => written("guide.md", section("Chapter 1", 0) + section("Chapter 2", 1));

  test("are aligned part by part, the links counted through or by chapter", () => {
    const read = readSideBySide({ book, guide: twoChapters() });
    const chapters = chaptersToAlign(read);
    expect(chapters.map(({ summary }) => summary)).toEqual(read.parts.map(({ points }) => textsIn(points)));
    const atStarts = chapters.map(({ summary }) =>
      summary.length === 0 ? [] : [{ summary: 0, story: 0, confidence: 1 }],
    );
    const links = numberedThroughBook(read, atStarts);
    const [first, second] = chapters.map(({ summary, story }) => [summary.length, story.length]);
    expect(links.map(({ summary, story }) => [summary, story])).toEqual([[0, 0], first]);
    const page = pageOf(read, atStarts, { questions: [], madeBy: "" });
    expect(page.chapters.slice(0, 2).map(({ story }) => story.length)).toEqual([first![1], second![1]]);
    expect(page.chapters.map(({ links: own }) => own)).toEqual(atStarts);
  });

  test("are cut down to one chapter, which must be there and be covered", () => {
    const guide = twoChapters();
    const read = readSideBySide({ book, guide }, { chapter: "2" });
    expect(read.parts.map(({ points }) => textsIn(points))).toEqual([pointsOf(1)]);
    expect(() => readSideBySide({ book, guide }, { chapter: "99" })).toThrow(
      'has no chapter "99": its chapters run from 1 to 9',
    );
    expect(() => readSideBySide({ book, guide }, { chapter: "6" })).toThrow("has no section on this chapter");
  });
});
