import { expect, test } from "vitest";
import { assignSections } from "./assign.ts";

const chapters = [
  {
    number: 0,
    heading: "I. The Quarrel",
    story: ["Anna met Peter at dawn by the windmill, and they quarrelled about the horses."],
  },
  {
    number: 1,
    heading: "II. The Song of the Rain",
    story: ["Rain fell on the barn roof all day, and nobody but the postman came."],
  },
];
const section = (name: string, ...points: string[]) => [{ name, place: "guide.md", points }];

test("a section that is called after the work covers the whole of it, though a chapter's title shares its words", () => {
  const points = [
    "At the windmill Anna quarrels with Peter about horses.",
    "Rain falls on the barn, and the postman comes.",
  ];
  const { whole, points: placed } = assignSections(chapters, section("The Song of Anna", ...points), {
    title: "The Song of Anna",
  });
  expect(whole).toBe(true);
  expect([...placed].map(([number, own]) => [number, own.map(({ text }) => text)])).toEqual([
    [0, [points[0]]],
    [1, [points[1]]],
  ]);
});

test("points about other people are placed nowhere surely", () => {
  const points = [
    "In London, Captain Wentworth writes to Elliot.",
    "Musgrove falls at Lyme, where Harville nurses Louisa.",
  ];
  const { doubts } = assignSections(chapters, section("notes", ...points));
  expect(doubts).toEqual(["it names no chapter, and its names (London, Captain, Wentworth) are not in the book"]);
});

test("a section on two chapters covers both, whatever its sentences are about", () => {
  const one = "Anna quarrels with Peter about the horses.";
  const { uncovered, points } = assignSections(chapters, section("Chapters 1–2 Summary", one));
  expect(uncovered).toEqual([]);
  expect([...points.keys()]).toEqual([0]);
  const both = assignSections(chapters, section("Chapters 1–2 Summary", `${one} Rain falls on the barn.`));
  expect([...both.points].map(([number, own]) => [number, own.map(({ text }) => text)])).toEqual([
    [0, [one]],
    [1, ["Rain falls on the barn."]],
  ]);
});

test("a short paragraph is cut into its sentences, an item of a list is not, unless a person wants it", () => {
  const events = ["Anna meets Peter.", "Peter quarrels about horses."];
  const [row] = section("Chapter 1", events.join(" "));
  const pointsOf = (isList: boolean, points?: "sentences" | "paragraphs") =>
    assignSections(chapters, [{ ...row!, isList }], { points })
      .points.get(0)
      ?.map(({ text }) => text);
  expect(pointsOf(false)).toEqual(events);
  expect(pointsOf(true)).toEqual([events.join(" ")]);
  expect(pointsOf(true, "sentences")).toEqual(events);
  expect(pointsOf(false, "paragraphs")).toEqual([events.join(" ")]);
});
