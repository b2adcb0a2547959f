import { Problem } from "@plotline/base";
import { describe, expect, it, test } from "vitest";
import { readStory } from "../book/story.ts";
import { score } from "./choose.ts";

const sentences = [
  "The miller's daughter had gone down to the weir before anyone in the house was awake.",
  "Nobody could say afterwards who had left the gate open, and Anna did not ask.",
  "It had rained since Sunday, and the road to the village was a brook of brown water.",
  '"You will not find him there," said the ferryman, and pulled his cap over his eyes.',
  "She counted the lamps along the quay, as she had done every evening of that winter.",
  "When the letter came at last it was only a page, and half of that was about the horses.",
];

/** Paragraphs that differ, of some eighty words. */
function prose(seed: number, paragraphs = 6): string {
  const paragraph = (k: number) =>
    [0, 1, 2, 3, 4].map((n) => sentences[(seed * 7 + k * 3 + n * (1 + (k % 2))) % sentences.length]).join(" ");
  return Array.from({ length: paragraphs }, (_, k) => paragraph(k).replace(/(.{60,72}) /g, "$1\n")).join("\n\n");
}

const below = (heading: string, seed: number, paragraphs?: number) =>
  `\n\n\n\n${heading}\n\n\n${prose(seed, paragraphs)}\n`;
const chapters = (headings: readonly string[]) => headings.map((heading, k) => below(heading, k)).join("");
const headingsOf = (text: string) =>
  readStory(new TextEncoder().encode(text), "book.txt").chapters.map(({ heading }) => heading);

const title = "THE WEIR\n\nby Somebody\n";
const numbered = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "CHAPTER V"];
const titles = ["THE GATE", "THE FERRY", "A LETTER", "THE LAMPS", "BROWN WATER"];
const list = (names: readonly string[]) => `\n\n\n\nCONTENTS\n\n${names.join("\n")}\n`;

describe("of the divisions of a small book, preferred is", () => {
  it("the count of its chapters", () => expect(headingsOf(title + chapters(numbered))).toEqual(numbered));

  it("titles in capitals, where nothing is counted", () =>
    expect(headingsOf(title + chapters(titles))).toEqual(titles));

  it("what its contents list names", () => expect(headingsOf(title + list(titles) + chapters(titles))).toEqual(titles));

  it("chapters without the preface above them", () =>
    expect(headingsOf(title + below("PREFACE", 9, 3) + chapters(numbered))).toEqual(numbered));

  it("chapters with a prologue and an epilogue", () => {
    const all = ["PROLOGUE", ...numbered, "EPILOGUE"];
    expect(headingsOf(title + chapters(all))).toEqual(all);
  });

  it("letters, and the chapters that follow them", () => {
    const all = ["Letter 1", "Letter 2", "Letter 3", ...numbered.map((each) => each.replace("CHAPTER", "Chapter"))];
    expect(headingsOf(title + chapters(all))).toEqual(all);
  });

  it("chapters, not the parts that hold them", () => {
    const part = (name: string) => `\n\n\n\n${name}\n${chapters(numbered.slice(0, 3))}`;
    expect(headingsOf(title + part("PART ONE") + part("PART TWO"))).toHaveLength(6);
  });

  it("scenes, not acts", () => {
    const act = (name: string) => `\n\n\n\n${name}\n${chapters(["SCENE I. A weir.", "SCENE II. A quay."])}`;
    expect(headingsOf(title + act("ACT I") + act("ACT II") + act("ACT III"))).toHaveLength(6);
  });

  it("chapters without a glossary and a transcriber's note below them", () => {
    const end = `${below("GLOSSARY", 8, 2)}${below("TRANSCRIBER'S NOTE", 7, 1)}`;
    expect(headingsOf(title + chapters(numbered) + end)).toEqual(numbered);
  });

  it("letters by their dates", () => {
    const dates = ["January 4, 1861.", "February 11, 1861.", "March 2, 1861.", "April 19, 1861.", "May 5, 1861."];
    expect(headingsOf(title + chapters(dates))).toEqual(dates);
  });

  it("cantos, not their stanzas", () => {
    const stanza = (numeral: string) =>
      `\n\n  ${numeral}\n  O weir, O water brown and deep,\n  You sing the ferryman to sleep.`;
    const canto = (name: string) => `\n\n\n\n${name}\n${["I", "II", "III", "IV", "V", "VI"].map(stanza).join("")}\n`;
    const cantos = ["CANTO I", "CANTO II", "CANTO III", "CANTO IV"];
    expect(headingsOf(title + cantos.map(canto).join(""))).toEqual(cantos);
  });

  it("one chapter, where nothing divides the text", () =>
    expect(headingsOf(`${title}\n\n${prose(3, 12)}`)).toHaveLength(1));
});

test("weights of other features are refused", () => {
  const forest = { features: ["gap", "level"], trees: [{ columns: [0], thresholds: [1], leaves: [-1, 1] }] };
  expect(score(forest, { gap: 3, level: 0 })).toBe(1);
  expect(() => score(forest, { level: 0, gap: 3 })).toThrow(Problem);
});
