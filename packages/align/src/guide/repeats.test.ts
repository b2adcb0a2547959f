import fc from "fast-check";
import { expect, test } from "vitest";
import { foldPoints, foldStory } from "./repeats.ts";

const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");

test("points with the same words are one, however they are written", () => {
  const word = fc.constantFrom("Anna", "wept", "ΟΔΟΣ", "İzmir", "Straße", "42", "日本", "e\u0301", "𝒜", "—", "“", "");
  const point = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
    fc.string({ unit: "grapheme" }),
  );
  const written = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => `“${text.replaceAll(" ", " … ")}”!`,
  );
  const guide = fc.array(fc.tuple(point, written), { maxLength: 8 });
  fc.assert(
    fc.property(guide, fc.array(fc.nat(7)), (points, again) => {
      const copies = again.flatMap((k) => points.slice(k, k + 1));
      const texts = [...points, ...copies].map(([text, write]) => write(text));
      const { kept, places } = foldPoints(texts);
      texts.forEach((text, k) => {
        const first = texts.findIndex((other) => wordsOf(other) === wordsOf(text));
        expect(kept[places[k]!]).toBe(first);
      });
    }),
  );
});

test("a story printed twice is one, and a refrain stays", () => {
  const story = Array.from({ length: 12 }, (_, k) => `Paragraph ${k} of the tale.`);
  const twice = foldStory([...story, ...story.map((text) => text.toUpperCase())]);
  expect(twice.kept).toHaveLength(story.length);
  const refrain = story.flatMap((text) => [text, "And so it goes."]);
  expect(foldStory(refrain).kept).toHaveLength(refrain.length);
});
