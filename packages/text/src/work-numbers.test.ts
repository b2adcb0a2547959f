import fc from "fast-check";
import { expect, test } from "vitest";
import { tokens } from "./tokens.ts";
import { entityToken, numberedTokens, storyNumbers } from "./work-numbers.ts";

const length = (word: string) => word.length;

test("every word is a place, and a name is one place, however many words it has", () => {
  const text = "Then Tom Sawyer met Aunt Polly.";
  const stretches = [
    { start: 5, end: 15, token: entityToken(0) },
    { start: 20, end: 30, token: entityToken(1) },
  ];
  expect(numberedTokens(text, stretches, length)).toEqual([
    { token: 4, start: 0 },
    { token: -1, start: 5 },
    { token: 3, start: 16 },
    { token: -2, start: 20 },
    { token: 1, start: 30 },
  ]);
});

test("whatever is named, the other words stay, in order", () => {
  const texts = fc.array(fc.constantFrom("Tom", "Polly", "came", "and", "went", "."), { maxLength: 12 });
  const property = (words: readonly string[], named: readonly boolean[]) => {
    const text = words.join(" ");
    const all = tokens(text);
    const stretches = all.filter((_, k) => named[k]).map(({ start, end }) => ({ start, end, token: entityToken(7) }));
    const found = numberedTokens(text, stretches, length);
    expect(found).toEqual(all.map(({ text: word, start }, k) => ({ token: named[k] ? -8 : word.length, start })));
  };
  fc.assert(fc.property(texts, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), property));
});

test("a story has the places of its paragraphs and of its mentions; names that are no entities are words", () => {
  const known = (text: string) =>
    [...text.matchAll(/Tom|Huck/g)].map(({ 0: name, index }) => ({
      start: index,
      end: index + name.length,
      text: name,
      type: "PERSON" as const,
      entity: name === "Tom" ? 3 : undefined,
    }));
  const { words, starts, mentions } = storyNumbers(["Tom ran", "", "Huck and Tom"], { known }, length);
  expect([...words]).toEqual([-4, 3, 4, 3, -4]);
  expect([...starts]).toEqual([0, 2, 2, 5]);
  expect(mentions).toEqual([
    { place: 0, entity: 3, paragraph: 0 },
    { place: 4, entity: 3, paragraph: 2 },
  ]);
});
