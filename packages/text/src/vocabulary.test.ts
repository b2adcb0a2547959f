import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termTable } from "./terms.ts";
import { prose } from "./testing/prose.ts";
import { type Vocabulary, vocabulary, type WordDefinition } from "./vocabulary.ts";

function words(texts: readonly string[], definition: WordDefinition, known: Vocabulary = vocabulary()): string[][] {
  const { ids, starts } = known.read(texts, definition);
  return texts.map((_, k) => Array.from(ids.subarray(starts[k], starts[k + 1]), (id) => known.word(id)));
}

/** The two definitions as regular expressions. */
const patterns = {
  plain: (text: string) =>
    Array.from(lowered(text).matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu), ([word]) =>
      word.replaceAll("’", "'").replace(/'s$/, ""),
    ),
  sklearn: (text: string) => Array.from(lowered(text).matchAll(/[\p{L}\p{N}_]{2,}/gu), ([word]) => word),
};

/** Unit by unit; what lies beyond the Basic Multilingual Plane separates words. */
function lowered(text: string): string {
  const units = text.replace(/[\ud800-\udfff]/g, " ").split("");
  return units.map((unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit)).join("");
}

describe("words as numbers", () => {
  test("the plain definition", () => {
    expect(words(["Don’t! ’Twas Silas's _leg_—O'Brien’s o'clock.", "", "ÉTÉ 1887"], "plain")).toEqual([
      ["don't", "twas", "silas", "leg", "o'brien", "o'clock"],
      [],
      ["été", "1887"],
    ]);
  });

  test.each(["plain", "sklearn"] as const)("%s agrees with its regular expression on any text", (definition) => {
    const known = vocabulary();
    fc.assert(
      fc.property(fc.array(prose, { maxLength: 5 }), (texts) => {
        expect(words(texts, definition, known)).toEqual(texts.map(patterns[definition]));
      }),
      { numRuns: 1000 },
    );
  });

  test("common words, long ones, odd ones, from one vocabulary to the next", () => {
    const texts = [
      `${"x".repeat(15)} ${"x".repeat(16)} ${"x".repeat(40)}'s “Dickens’ ‘tis’—o’clock’s … 𝒜 b\ud800c ‐d`,
      "éa aé a\u0301 I'm' it''s 'a' a'é ’’b’ 1880s",
      "",
      "the end",
    ];
    for (const known of [vocabulary(), vocabulary()])
      for (let time = 0; time < 3; time++) expect(words(texts, "plain", known)).toEqual(texts.map(patterns.plain));
  });

  test("every word keeps its own id while the vocabulary grows", () => {
    const known = vocabulary();
    const all = Array.from({ length: 60_000 }, (_, k) => `w${k.toString(36)}`);
    const first = known.read(all).ids;
    expect(known.size).toBe(all.length);
    expect(known.read(all).ids).toEqual(first);
    expect(all.every((word, k) => known.word(first[k]!) === word && known.id(word) === first[k])).toBe(true);
  });
});

test("terms: stop words go, stems join, once for each distinct word", () => {
  const known = vocabulary();
  const { ids } = known.read(["The dogs barked; a dog barks, the Dog's bark"]);
  const table = termTable(known, { stopWords: true, stems: true })();
  expect(Array.from(ids, (id) => (table[id]! < 0 ? "-" : known.word(table[id]!)))).toEqual(
    "- dog bark - dog bark - dog bark".split(" "),
  );
  const all = termTable(known, { stopWords: false, stems: false })();
  expect(all[known.id("the")]).toBe(known.id("the"));
});
