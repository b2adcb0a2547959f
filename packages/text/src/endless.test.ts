import { describe, expect, test } from "vitest";
import { reader } from "./reader.ts";
import { sentences } from "./sentences.ts";
import { stem } from "./stem.ts";
import { termTable } from "./terms.ts";
import { tokens } from "./tokens.ts";

/** Texts that nobody writes but files hold: each would take minutes if a step were quadratic. */
const endless = ["!", "!)", ". ", ".\n", "a.", "A.", "a", "as", "'", "1,", "--", "don't", "“", "Mr. ", "Aé😀", " "];

describe("endless texts are read in time", () => {
  test.each(endless)("%j", (part) => {
    const text = part.repeat(200_000 / part.length);
    expect(tokens(text).length).toBeLessThanOrEqual(text.length);
    expect(sentences(text).length).toBeLessThanOrEqual(text.length);
    const words = reader();
    words.read([text]);
    termTable(words.vocabulary, { stopWords: true, stems: true })();
    expect(stem(text).length).toBeLessThanOrEqual(text.length + 1);
  });
});
