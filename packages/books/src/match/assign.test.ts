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
const section = (name: string, ...bullets: string[]) => [{ name, place: "guide.md", bullets }];

test("a section that is called after the work covers the whole of it, though a chapter's title shares its words", () => {
  const points = [
    "At the windmill Anna quarrels with Peter about horses.",
    "Rain falls on the barn, and the postman comes.",
  ];
  const { whole, bullets } = assignSections(chapters, section("The Song of Anna", ...points), {
    title: "The Song of Anna",
  });
  expect(whole).toBe(true);
  expect([...bullets].map(([number, own]) => [number, own.map(({ text }) => text)])).toEqual([
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
