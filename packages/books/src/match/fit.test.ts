import { describe, expect, test } from "vitest";
import { type BookChapter, type GuidePoint, type GuideSection, matchGuide } from "./match.ts";

/** Six chapters of one story, each with people and things of its own. */
const told = [
  "Hester opens the bakery before sunrise and finds that the flour has been stolen by someone with muddy boots.",
  "Captain Rourke brings a parcel of letters from Lisbon, and Hester burns the longest of them unread.",
  "A circus camps behind the mill; its elephant escapes and tramples the vicarage roses.",
  "Doctor Penrose accuses Tobias of forging the will, and the village quarrels over the inheritance.",
  "The river floods the lower street, and Rourke rows from window to window with blankets and soup.",
  "Tobias confesses in the churchyard, and Hester forgives him beside the lantern.",
];
const book: BookChapter[] = told.map((text, number) => ({
  number,
  heading: `CHAPTER ${number + 1}`,
  story: [text, `Everyone remembered it for years: ${text.toLowerCase()}`],
}));
const guide = (texts: readonly string[]): GuideSection<GuidePoint>[] =>
  texts.map((text, k) => ({ name: `Chapter ${k + 1}`, place: "guide", points: [{ text }] }));
const swapped = [told[0]!, told[2]!, told[1]!, ...told.slice(3)];

describe("a match by number is only as sure as its content", () => {
  test("the right guide is sure", () => {
    expect(matchGuide(guide(told), book).every(({ sure, confidence }) => sure && confidence > 0.95)).toBe(true);
  });

  test("words that are none of the book's are unsure, though the numbers agree", () => {
    const lorem =
      "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.";
    const matches = matchGuide(guide([...told.slice(0, 3), lorem, lorem, lorem]), book);
    expect(matches.map(({ sure }) => sure)).toEqual([true, true, true, false, false, false]);
    expect(Math.max(...matches.slice(3).map(({ confidence }) => confidence))).toBeLessThan(0.5);
  });

  test("names that are not in the book say whose guide it may be", () => {
    const other = "The prince Manfred orders Conrad to marry Isabella, and Theodore and Matilda hide with Jerome.";
    const [match] = matchGuide(guide([other, ...told.slice(1)]), book);
    expect(match).toMatchObject({ sure: false, why: "its names (Manfred, Conrad, Isabella) are not in the book" });
  });

  test("a section that says little is exchanged with another only if that one fits here", () => {
    const little = [...told.slice(0, 2), "Later the vicarage is quiet.", ...told.slice(3)];
    expect(matchGuide(guide(little), book).every(({ sure }) => sure)).toBe(true);
    const fourth = [...told.slice(0, 2), "Doctor Penrose accuses Tobias of forging the will again.", ...told.slice(3)];
    expect(matchGuide(guide(fourth), book)[2]).toMatchObject({
      sure: false,
      why: "its wording is closer to Chapter 4",
    });
  });

  test("exchanged texts name the chapter that fits", () => {
    const matches = matchGuide(guide(swapped), book);
    expect(matches.map(({ sure }) => sure)).toEqual([true, false, false, true, true, true]);
    expect(matches[1]?.why).toBe("its wording is closer to Chapter 3");
  });
});

test("a guide in a script without spaces is not judged by its words", () => {
  const texts = [
    "她在黎明前打开面包店，发现面粉被偷了。",
    "船长从里斯本带来一包信，她烧掉了最长的一封。",
    "马戏团在磨坊后面扎营。",
  ];
  const chapters = texts.map((text, number) => ({ number, heading: `第${"一二三"[number]}章`, story: [text, text] }));
  const sections = texts.map((text, k) => ({
    name: `Chapter ${k + 1}`,
    place: "guide",
    points: [{ text: text.slice(0, 9) }],
  }));
  expect(matchGuide(sections, chapters).map(({ sure }) => sure)).toEqual([true, true, true]);
});

test("sections out of order go where their numbers say", () => {
  const order = [4, 0, 5, 2, 1, 3];
  const matches = matchGuide(
    order.map((k) => guide(told)[k]!),
    book,
  );
  expect(matches.map(({ chapters }) => chapters.map(({ number }) => number))).toEqual(order.map((k) => [k]));
  expect(matches.every(({ sure }) => sure)).toBe(true);
});
