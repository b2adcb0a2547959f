import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { add } from "../annotations/history.ts";
import { decided, emptySheet, type SheetStep } from "../annotations/sheet.ts";
import { readSheet, saveSheet } from "../annotations/sheet-store.ts";
import { openCorpus } from "../open.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { exportTasks, taskOf } from "./export.ts";
import { importTasks, parseTasks, voicesOf } from "./import.ts";

const chapter = {
  work: "A",
  number: 0,
  summary: ["One point.", "Another.", "A third.", "A fourth."],
  story: ["P1.", "P2.", "P3.", "P4.", "P5.", "P6."],
};

const cells = fc.array(fc.record({ summary: fc.nat(3), story: fc.nat(5) }), { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  fc.record({ act: fc.constantFrom("link", "unlink", "refuse"), cells }),
  fc.record({ act: fc.constantFrom("commentary", "done"), summary: fc.nat(3), is: fc.boolean() }),
  fc.record({
    act: fc.constant("note"),
    summary: fc.nat(3),
    text: fc.constantFrom("", "A note.", "“Two” lines\nof it"),
  }),
) as fc.Arbitrary<SheetStep>;

const sentAndBack = (task: unknown) => parseTasks(JSON.stringify([task]), "tasks.json");

test("whatever somebody decided comes back from Label Studio's JSON as it went", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const made = decided(steps.reduce(add, emptySheet));
      const [task] = sentAndBack(taskOf(chapter, "Chapter 1", [{ name: "Ada", decided: made }]));
      const [voice] = voicesOf(task!, chapter);
      const notes = made.notes.map(({ summary, text }) => ({ summary, text }));
      // A point that is both done and without a match has one label there: without a match.
      const done = made.done.filter((bullet) => !made.commentary.includes(bullet));
      expect(voice).toEqual({ name: "Ada", decided: { ...made, done, notes } });
    }),
  );
});

test("a project's own export: regions over several paragraphs, relations the other way, users by number or by name", () => {
  const region = (id: string, to_name: string, start: number, end: number, label: string) => ({
    id,
    type: "paragraphlabels",
    from_name: to_name === "points" ? "point" : "paragraph",
    to_name,
    origin: "manual",
    value: { start: String(start), end: String(end), startOffset: 0, endOffset: 3, paragraphlabels: [label] },
  });
  const annotation = (completed_by: unknown, updated_at: string, more: object = {}) => ({
    id: 7,
    completed_by,
    updated_at,
    was_cancelled: false,
    ground_truth: false,
    lead_time: 12.5,
    result: [
      region("a1", "points", 1, 1, "Done"),
      region("b1", "paragraphs", 2, 3, "Paragraph"),
      { type: "relation", from_id: "b1", to_id: "a1", direction: "bi" },
    ],
    ...more,
  });
  const { data } = taskOf(chapter, "Chapter 1", []);
  const task = {
    id: 3,
    project: 1,
    data,
    annotations: [
      annotation(5, "2026-01-01T00:00:00Z"),
      annotation({ id: 6, email: "ben@example.org", first_name: "", last_name: "" }, "2026-01-01T00:00:00Z"),
      annotation({ id: 6, email: "ben@example.org" }, "2026-01-02T00:00:00Z", { result: [] }),
      annotation(8, "2026-01-01T00:00:00Z", { was_cancelled: true }),
    ],
  };
  const voices = voicesOf(sentAndBack(task)[0]!, chapter);
  expect(voices.map(({ name, decided: { linked, done } }) => ({ name, linked, done }))).toEqual([
    { name: "Label Studio 5", linked: [{ summary: 1, story: 2 }, { summary: 1, story: 3 }], done: [1] }, // biome-ignore format: short
    { name: "ben", linked: [], done: [] },
  ]);
});

test("out and in: sheets go to files and come back, on top of what is there, and no link is lost unasked", async () => {
  const files = {
    "corpus.json": '{ "works": [{ "title": "A", "story": { "licence": "CC0" }, "summary": { "licence": "CC0" } }] }',
    "stories/A/0.txt.utf8": chapter.story.join("\n\n"),
    "summaries/A/0.txt.utf8": chapter.summary.join("\n\n"),
  };
  const [first, second] = [temporaryFolder(files), temporaryFolder(files)];
  const corpus = await openCorpus(first);
  const sheetIn = (own: typeof corpus) => ({ annotator: "Ada", work: own.works[0]!, number: 0 });
  const link = (story: number): SheetStep => ({ act: "link", cells: [{ summary: 0, story }] });
  await saveSheet(corpus, sheetIn(corpus), { seen: 0, change: (now) => add(now, link(4)) });
  const out = join(first, "out");
  mkdirSync(out);
  expect(await exportTasks(corpus, corpus.works, out)).toEqual({ tasks: 1, annotations: 1, leftOut: [] });
  expect(readFileSync(join(out, "config.xml"), "utf8")).toContain('<Paragraphs name="points" value="$points"');
  const tasks = parseTasks(readFileSync(join(out, "tasks.json"), "utf8"), "tasks.json");
  const other = await openCorpus(second);
  expect(await importTasks(other, tasks)).toMatchObject([{ annotator: "Ada", links: 1, isChanged: true }]);
  expect(decided(await readSheet(other, sheetIn(other))).linked).toEqual([{ summary: 0, story: 4 }]);
  expect(await importTasks(other, tasks)).toMatchObject([{ isChanged: false }]);
  await saveSheet(other, sheetIn(other), { seen: 1, change: (now) => add(now, link(5)) });
  await expect(importTasks(other, tasks)).rejects.toThrow(/Ada has 1 link in "A", place 1, that Label Studio does not/);
  await importTasks(other, tasks, { replace: true });
  expect(decided(await readSheet(other, sheetIn(other))).linked).toEqual([{ summary: 0, story: 4 }]);
});

test.each([
  ["no JSON", "{", /tasks\.json is not JSON/],
  ["JSON-MIN", '[{"id": 5, "label": []}]', /does not hold tasks that plotline made: .*0\.data.*JSON \(not JSON-MIN\)/],
])("%s gets a sentence", (_, text, sentence) => expect(() => parseTasks(text, "tasks.json")).toThrow(sentence));

test("other texts than the corpus has are refused", () => {
  const [task] = sentAndBack(taskOf({ ...chapter, story: ["P1."] }, "Chapter 1", []));
  expect(() => voicesOf(task!, chapter)).toThrow(/"A", place 1: the texts in Label Studio are not those of the corpus/);
});
