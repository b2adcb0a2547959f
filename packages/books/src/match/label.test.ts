import fc from "fast-check";
import { expect, test } from "vitest";
import { readLabel, titleLikeness } from "./label.ts";

test.each([
  ["Chapter 5", undefined, 5, 5, []],
  ["CHAPTER XIV. The Storm", undefined, 14, 14, ["storm"]],
  ["Chapters 4-6", undefined, 4, 6, []],
  ["Chapters IV–VI Summary", undefined, 4, 6, []],
  ["Chapters 4, 5, and 6", undefined, 4, 6, []],
  ["Chapters Four through Six", undefined, 4, 6, []],
  ["Section 1: Chapters I-III", undefined, 1, 3, []],
  ["Book 2, Chapter 5 Summary", 2, 5, 5, []],
  ["Volume I, Chapter Twenty-One", 1, 21, 21, []],
  ["Part the Second, Chapter the Third", 2, 3, 3, []],
  ["Act 3, Scene 2", 3, 2, 2, []],
  ["ACT II. SCENE IV.", 2, 4, 4, []],
  ["Act 2, Scenes 3-4", 2, 3, 4, []],
  ["3.2", 3, 2, 2, []],
  ["Act III, ii", 3, 2, 2, []],
  ["BOOK ONE, II. THE FALLING STAR.", 1, 2, 2, ["falling", "star"]],
  ["Part Two: 3", 2, 3, 3, []],
  ["Acts 1, 2 and 3", undefined, 1, 3, []],
  ["Chs. 4 / 5", undefined, 4, 5, []],
  ["Chapters I.–II.", undefined, 1, 2, []],
  ["III.ii", 3, 2, 2, []],
  ["Act One", undefined, 1, 1, []],
  ["ACT FIRST.", undefined, 1, 1, []],
  ["The First Act", undefined, 1, 1, []],
  ["4. The Black Bird", undefined, 4, 4, ["black", "bird"]],
  ["XII", undefined, 12, 12, []],
  ["7", undefined, 7, 7, []],
  ["Book 3", undefined, 3, 3, []],
  ["chapter 12 tandy", undefined, 12, 12, ["tandy"]],
  ["macbeth: summary & analysis act 1 scene 2 | cliffsnotes", 1, 2, 2, []],
  ["Chapter 3: Mr. Fix's Visit", undefined, 3, 3, ["mr", "fix's", "visit"]],
  ["Chapitre premier", undefined, 1, 1, []],
  ["Chapitres 1 à 3", undefined, 1, 3, []],
  ["Siebtes Kapitel", undefined, 7, 7, []],
  ["II. Akt, 3. Szene", 2, 3, 3, []],
  ["Primera parte, capítulo 2", 1, 2, 2, []],
  ["Chapter 3 (part 2)", 2, 3, 3, []],
  ["#4 The Black Bird", undefined, 4, 4, ["black", "bird"]],
  ["Chapter 1. In Which Phileas Fogg Is Accepted", undefined, 1, 1, ["phileas", "fogg", "accepted"]],
])("%s", (heading, part, first, last, title) => {
  expect(readLabel(heading, "Macbeth")).toMatchObject({ part, numbers: { first, last }, special: undefined, title });
});

test.each([
  ["Prologue", "prologue"],
  ["The Prologue", "prologue"],
  ["Preface to the First Edition", "preface"],
  ["Epilogue", "epilogue"],
  ["Plot Overview", "overview"],
  ["The Grand Inquisitor", undefined],
  ["I Never Saw Him Again", undefined],
  ["Did he mix it", undefined],
  ["A Story Once Told", undefined],
])("%s has no number", (heading, special) => {
  expect(readLabel(heading)).toMatchObject({ numbers: undefined, special });
});

test("the work's title does not count as the section's", () => {
  expect(readLabel("Jane Eyre: Chapter 2", "Jane Eyre").title).toEqual([]);
});

test("a book or an act of its own is a part", () => {
  expect(["Act One", "Book 3", "Chapter 3", "IV", "Act 1, Scene 2"].map((heading) => readLabel(heading).unit)).toEqual([
    "part",
    "part",
    "chapter",
    "chapter",
    "chapter",
  ]);
});

test("titles are alike when they share their words", () => {
  expect(titleLikeness(["black", "bird"], ["black", "bird"])).toBe(1);
  expect(titleLikeness(["black", "bird"], ["white"])).toBe(0);
  expect(titleLikeness([], [])).toBe(0);
});

test("any heading is read, quickly", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (heading) => readLabel(heading).title.length >= 0));
  expect(readLabel("chapter ".repeat(100_000)).numbers).toBeUndefined();
  expect(readLabel(`chapters ${"1, ".repeat(50_000)}`).numbers).toBeDefined();
});
