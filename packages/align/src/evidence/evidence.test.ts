import { prose } from "@plotline/text/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain } from "../align.ts";
import type { Link } from "../chapter/types.ts";
import { cite, openStory } from "./evidence.ts";
import { sentencesOfLink, withEvidence } from "./of-links.ts";
import { storySentences } from "./story-sentences.ts";

const story = [
  "The night was dark. All of it the miser counted his gold, coin by coin, behind a locked door.",
  "In the morning his daughter Elise packed a trunk. “I will not marry him,” she said. Nobody heard her.",
  "Then a storm came up, and the ship that she had boarded became a wreck upon the rocks. Only the cook was saved.",
];

describe("the sentences of a story that carry a statement", () => {
  test.each([
    ["The old man counts his money in a locked room.", 0, "All of it the miser"],
    ["She says she will never marry that man.", 1, "“I will not marry him,”"],
    ["Her ship is wrecked in a storm.", 2, "Then a storm came up"],
  ])("%s", (statement, paragraph, beginning) => {
    const [best] = cite(statement, story, { k: 1 });
    expect(best?.paragraph).toBe(paragraph);
    expect(best?.text.startsWith(beginning)).toBe(true);
  });

  test("are ranked by score, as many as asked for, five otherwise", () => {
    const found = cite("The miser counts his gold.", story);
    expect(found).toHaveLength(5);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    expect(cite("The miser counts his gold.", story, { k: 2 })).toEqual(found.slice(0, 2));
    expect(cite("The miser counts his gold.", story, { k: 0 })).toEqual([]);
  });

  test("are exact stretches of their paragraphs, whatever the text", () => {
    fc.assert(
      fc.property(prose, fc.array(prose, { maxLength: 4 }), (statement, paragraphs) => {
        const found = cite(statement, paragraphs, { k: Number.POSITIVE_INFINITY });
        expect(found).toHaveLength(storySentences(paragraphs).length);
        for (const { paragraph, start, end, text, score } of found) {
          expect(paragraphs[paragraph]?.slice(start, end)).toBe(text);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("of nothing are none", () => {
    expect(cite("The miser counts his gold.", [])).toEqual([]);
    expect(cite("The miser counts his gold.", "")).toEqual([]);
  });
});

/** Spells a word as a vector of its letters. */
const letters = {
  name: "letters",
  encode: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
  tokens: {
    name: "letters",
    reads: 0,
    async read(paragraphs: readonly string[]) {
      letters.tokens.reads++;
      const words = paragraphs.map((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
      const starts = Int32Array.from([0, ...words.map((_, k) => words.slice(0, k + 1).flat().length)]);
      const pieces = words.flat();
      const vectors = new Float32Array(pieces.length * 26);
      pieces.forEach((word, k) => {
        for (const letter of word) if (/[a-z]/.test(letter)) vectors[k * 26 + letter.charCodeAt(0) - 97]! += 1;
        const own = vectors.subarray(k * 26, k * 26 + 26);
        const length = Math.hypot(...own) || 1;
        own.forEach((value, n) => void (own[n] = value / length));
      });
      return { ids: Int32Array.from(pieces.keys()), starts, vectors, pieces, size: 26 };
    },
    async products(a: Float32Array, b: Float32Array, size: number) {
      const [rows, columns] = [a.length / size, b.length / size];
      return Float32Array.from({ length: rows * columns }, (_, cell) => {
        const [row, column] = [Math.floor(cell / columns), cell % columns];
        let sum = 0;
        for (let k = 0; k < size; k++) sum += a[row * size + k]! * b[column * size + k]!;
        return sum;
      });
    },
  },
};

test("an open story gives what is asked of it alone, statement after statement", () => {
  const book = openStory(story);
  for (const statement of ["The miser counts his gold.", "The cook is saved.", "Nobody heard her."])
    expect(book.cite(statement, { k: 2 })).toEqual(cite(statement, story, { k: 2 }));
  expect(book.sentences).toEqual(storySentences(story));
});

test("an encoder reads a story once for several statements, and finds the same kind of sentences", async () => {
  const book = openStory(story);
  const [best] = await book.citeWith(letters, "The miser counts his gold.", { k: 1 });
  expect(best?.text).toContain("counted his gold");
  const [other] = await book.citeWith(letters, "The cook is saved.", { k: 1 });
  expect(other?.text).toBe("Only the cook was saved.");
  expect(letters.tokens.reads).toBe(3);
});

describe("the sentences that carry a link", () => {
  const summary = ["The old man counts his money in a locked room.", "A storm wrecks the ship; the cook survives."];

  test("are stretches of its paragraph, in order, the best of them and others as good", () => {
    const [first, second] = withEvidence({ summary, story }, [
      { summary: 0, story: 0, confidence: 0.9 },
      { summary: 1, story: 2, confidence: 0.8 },
    ]);
    const texts = (link: Link | undefined) =>
      link?.sentences?.map(({ start, end }) => story[link.story]?.slice(start, end));
    expect(first).toMatchObject({ summary: 0, story: 0, confidence: 0.9 });
    expect(texts(first)).toEqual(["All of it the miser counted his gold, coin by coin, behind a locked door."]);
    expect(texts(second)?.[0]).toContain("Then a storm came up");
    const alone = sentencesOfLink({ summary, story }, { summary: 1, story: 2 });
    expect(alone.map(({ start, end }) => story[2]?.slice(start, end))).toEqual(texts(second));
  });

  test("are none where the paragraph has no word, and explain has them", () => {
    expect(withEvidence({ summary, story: ["…"] }, [{ summary: 0, story: 0, confidence: 1 }])[0]?.sentences).toEqual(
      [],
    );
    expect(explain(summary, story, { summary: 0, story: 0 }).sentences).toHaveLength(1);
  });
});
