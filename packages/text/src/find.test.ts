import { describe, expect, test } from "vitest";
import { phraseFinder, type TextHit, wordsFinder } from "./find.ts";

const cut = (text: string, stretches: readonly TextHit[]) => stretches.map(({ from, to }) => text.slice(from, to));

describe("finding a phrase", () => {
  test.each([
    ["land ho", "“Land ho!” he cried. Land, ho? Land\nho!", ["Land ho", "Land\nho"]],
    ["don't", "I don’t; DON'T.", ["don’t", "DON'T"]],
    ["cafe", "The Café, a cafe\u0301.", ["Café", "cafe"]],
    ["heroes", "All _hero_es.", ["hero_es"]],
    ["", "Anything.", []],
  ])("%j", (wanted, text, found) => expect(cut(text, phraseFinder(wanted)(text))).toEqual(found));
});

describe("finding words", () => {
  test("all of them, at the beginnings of words, in any order", () => {
    const text = "Silver sat by the apple barrel; a pineapple rolled.";
    expect(cut(text, wordsFinder("barrel apple")(text))).toEqual(["apple", "barrel"]);
    expect(wordsFinder("apple captain")(text)).toEqual([]);
  });

  test("wherever they are, where no spaces divide words", () => {
    const text = "老水手来到港口。";
    expect(cut(text, wordsFinder("港口 水手")(text))).toEqual(["水手", "港口"]);
  });
});
