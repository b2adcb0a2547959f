import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sentences } from "./sentences.ts";
import { prose } from "./testing/prose.ts";

const texts = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));

describe("sentences of old fiction", () => {
  test.each([
    [["Mr. Wegg sat down.", "Mrs. Boffin stood."]],
    [["It was four o'clock--or five.", "'Tis late!", "’Twas dark."]],
    [["Silas T. Wegg, Esq., came.", "He bowed."]],
    [["He lived with John Smith, Esq.", "The house was old."]],
    [["“Is it you?” said he.", "“It is I.”", "She laughed."]],
    [["“What is his name?” Mr. Bennet replied.", "“Bingley.”"]],
    [["“Go!” he cried. . . and then he went.", "She stayed."]],
    [["So did I.", "Mary went home."]],
    [["“No.", "I will not.”"]],
    [["He paused--“Well?”--and went on.", "(It rained.)", "She slept."]],
    [["He came at 5 p.m. on Monday.", "Nobody knew."]],
    [["“Stop!” she cried; “Stop!”", "He did not."]],
    [["See Vol. II. and Chap. IV. of the same.", "“No.", "I won't.”"]],
    [["1. The first rule.", "II. The second.", "P.S. I love you.", "Come soon."]],
    [["He read Psalm xxiii. 4 aloud.", "It is 5 ft. 3 in. long.", "In 1801.", "300 men came."]],
    [["He was a Jesuit.[1]", "Nobody knew.(2)", "It was late.¹", "He slept.*", "She did not."]],
    [["It was signed J. H.", "She knew the hand of Silas T. Wegg.", "“Yes,” said K.", "He rose."]],
    [["He arrived at 6 P.M.", "Nobody met him at 7 P.M. on the pier."]],
    [["“I... I don't know,” he said.", "I wonder...", "But no matter."]],
    [["“Who goes there?” I cried.", "“Who?”", "Nobody answered.", "Was it “Who?” or “Why?”?", "Who knows?"]],
    [["« Que faire ? » demanda-t-il.", "— Rien, dit-elle.", "— Moi non plus."]],
    [["Er sagte: „Ich komme.“", "»Wer da?«", "Niemand."]],
    [["こんにちは。", "元気ですか？", "はい。"]],
    [["One!", "Two!...", "Look out!", "Oh! . . .", "How do you do!... and so on."]],
    [["“What?!” he cried.", "Nobody!!!", "So it was etc.?", "It was."]],
  ])("%j", (expected) => expect(texts(expected.join(" "))).toEqual(expected));

  test("a blank line ends a sentence whatever stands before it", () =>
    expect(texts("CHAPTER I\n\nThe Cup\n\nIt was")).toEqual(["CHAPTER I", "The Cup", "It was"]));

  test("a text without words has no sentences", () => expect(texts(" \n ")).toEqual([]));
});

test("sentences stand in order and together hold every character that is not white space", () => {
  fc.assert(
    fc.property(prose, (text) => {
      let end = 0;
      for (const span of sentences(text)) {
        expect(text.slice(end, span.start)).toMatch(/^\s*$/);
        expect(text.slice(span.start, span.end)).toMatch(/^\S(?:.*\S)?$/s);
        end = span.end;
      }
      expect(text.slice(end)).toMatch(/^\s*$/);
    }),
    { numRuns: 2000 },
  );
});
