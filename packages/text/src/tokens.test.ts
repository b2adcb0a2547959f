import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prose } from "./testing/prose.ts";
import { tokens } from "./tokens.ts";

const texts = (text: string) => tokens(text).map((token) => token.text);

describe("tokens of old fiction", () => {
  test.each([
    ["Mr. and Mrs. Bennet", ["Mr.", "and", "Mrs.", "Bennet"]],
    ["St. John's, said J. R. R. Smith.", ["St.", "John", "'s", ",", "said", "J.", "R.", "R.", "Smith", "."]],
    ["at four o'clock--no, five", ["at", "four", "o'clock", "--", "no", ",", "five"]],
    ["’Tis I. 'Twas not!", ["’Tis", "I", ".", "'Twas", "not", "!"]],
    ["'Tell 'em, ma'am,' he said", ["'", "Tell", "'em", ",", "ma'am", ",", "'", "he", "said"]],
    ["I can't; she’ll cannot", ["I", "ca", "n't", ";", "she", "’ll", "can", "not"]],
    ["the well-known boys' school", ["the", "well-known", "boys", "'", "school"]],
    ["No. 5 cost £1,000.50 on the 3rd", ["No.", "5", "cost", "£", "1,000.50", "on", "the", "3rd"]],
    ["“No. I won't.”", ["“", "No", ".", "I", "wo", "n't", ".", "”"]],
    ["Well. . . he—it… U.S. etc.", ["Well", ". . .", "he", "—", "it", "…", "U.S.", "etc."]],
    ["_Père_ Brontë", ["_", "Père", "_", "Brontë"]],
  ])("%s", (text, expected) => expect(texts(text)).toEqual(expected));

  test("line breaks before a token are counted", () =>
    expect(tokens("a\n\nb c\nd").map(({ lineBreaks }) => lineBreaks)).toEqual([0, 2, 0, 1]));
});

test("tokens slice back to the text, in order, and together hold every character that is not white space", () => {
  fc.assert(
    fc.property(prose, (text) => {
      let end = 0;
      for (const token of tokens(text)) {
        expect(text.slice(token.start, token.end)).toBe(token.text);
        expect(text.slice(end, token.start)).toMatch(/^\s*$/);
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
      }
      expect(text.slice(end)).toMatch(/^\s*$/);
    }),
    { numRuns: 2000 },
  );
});

test("words that are read quickly come out as those that are not", () => {
  // a mark that joins nothing, behind every word: none of them is plain then
  const marked = (text: string) => text.replace(/(?<=[A-Za-z])(?=[\s,;:!?()"]|$)/g, "*");
  fc.assert(
    fc.property(prose, (text) => {
      expect(texts(marked(text)).filter((token) => token !== "*")).toEqual(
        texts(text).filter((token) => token !== "*"),
      );
    }),
    { numRuns: 2000 },
  );
});
