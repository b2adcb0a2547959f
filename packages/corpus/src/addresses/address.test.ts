import { describe, expect, test } from "vitest";
import { addressesOf, addressText, chapterIndex, chapterNumber, groupedByPart } from "./address.ts";

const textsOf = (...headings: string[]) => addressesOf(headings).map(addressText);

describe("what the book prints becomes an address", () => {
  test.each([
    ["CHAPTER IV. THE OLD SEA-DOG", "Chapter 4: The Old Sea-Dog"],
    ["Letter 2", "Letter 2"],
    ["PART ONE, CHAPTER IV--The Storm", "Part 1, Chapter 4: The Storm"],
    ["BOOK ONE, I. THE EVE OF THE WAR.", "Book 1, Chapter 1: The Eve of the War"],
    ["ACT V, SCENE III. A churchyard", "Act 5, Scene 3: A churchyard"],
    ["Act I, Scene 1.II.", "Act 1, Scene 2"],
    ["FIRST ACT SCENE", "Act 1: Scene"],
    ["CHAP. I. The Blind EYE.", "Chapter 1: The Blind EYE"],
    ["01 My Early Home", "Chapter 1: My Early Home"],
    ["CHAPTER 7 I Go to Bristol", "Chapter 7: I Go to Bristol"],
    ["BARTLEBY", "Bartleby"],
    ["Henry IV", "Henry IV"],
    ["Zweites Kapitel", "Kapitel 2"],
    ["Capítulo primero. Que trata de la condición", "Capítulo 1: Que trata de la condición"],
    ["Глава двадцать первая", "Глава 21"],
    ["Première partie, Chapitre III", "Partie 1, Chapitre 3"],
    ["第一百二十回 甄士隱詳說太虛情", "第120回: 甄士隱詳說太虛情"],
  ])("%s", (heading, address) => expect(textsOf(heading)).toEqual([address]));

  test("a numeral before a title counts where the next one follows; a title may begin with I", () => {
    expect(textsOf("I An Early Fright", "II A Guest")).toEqual(["Chapter 1: An Early Fright", "Chapter 2: A Guest"]);
    expect(textsOf("Hands", "I Want to Know Why", "The Egg")[1]).toBe("I Want to Know Why");
  });

  test("no heading: the place, unless the book has that number elsewhere", () => {
    expect(textsOf("", "Chapter 2")).toEqual(["Chapter 1", "Chapter 2"]);
    expect(textsOf("Chapter 2", "")).toEqual(["Chapter 2", "Untitled chapter, place 2"]);
    expect(addressesOf(["I", "II"], "play").map(addressText)).toEqual(["Scene 1", "Scene 2"]);
  });
});

describe("an address or a place finds the chapter", () => {
  const headings = ["Letter 1", "Chapter 1 The Voyage", "Chapter 2", "ACT III, SCENE 2. A heath", "BARTLEBY"];
  const work = { title: "Mixed", chapters: [0, 1, 2, 3, 4], addresses: addressesOf(headings) };

  test.each([
    ["1", 0],
    ["5", 4],
    ["Letter 1", 0],
    ["chapter two", 2],
    ["ch. II", 2],
    ["The Voyage", 1],
    ["Chapter 1: The Voyage", 1],
    ["act iii sc 2", 3],
    ["3.2", 3],
    ["bartleby", 4],
  ])("%s", (asked, number) => expect(chapterNumber(work, asked)).toBe(number));

  test.each([
    ["0", 'no chapter "0": its chapters run from 1 to 5 ("Letter 1" to "Bartleby")'],
    ["6", 'no chapter "6"'],
    ["Letter 9", 'no chapter "Letter 9"'],
    ["", 'no chapter ""'],
  ])("%s is none of them", (asked, message) => expect(() => chapterNumber(work, asked)).toThrow(message));

  test("an address that two chapters have needs a place", () => {
    expect(() => chapterIndex("book.txt", addressesOf(["Chapter 1", "Chapter 2", "Chapter 1"]), "Chapter 1")).toThrow(
      'book.txt has 2 chapters called "Chapter 1"; give a place instead: 1, 3.',
    );
  });
});

test("contents are grouped by part; what is in none, and an epilogue named after its act, keep their places", () => {
  const labels = [
    "Prologue",
    "Act 1, Scene 1",
    "Act 1, Scene 2",
    "Act 1",
    "Act 2, Scene 1",
    "Part 1, Book 2, Chapter 3",
  ];
  const groups = groupedByPart(labels, (label) => label);
  expect(groups.map(({ part, chapters }) => [part, ...chapters.map(({ label }) => label)])).toEqual([
    ["", "Prologue"],
    ["Act 1", "Scene 1", "Scene 2", "Act 1"],
    ["Act 2", "Scene 1"],
    ["Part 1, Book 2", "Chapter 3"],
  ]);
});
