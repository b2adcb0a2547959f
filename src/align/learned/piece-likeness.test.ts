import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "./late-interaction.ts";
import { PieceLikeness } from "./piece-likeness.ts";

const size = 3;
const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: size, maxLength: size });
const pieces = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 11 });

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  return dot === 0 ? 0 : dot / (Math.hypot(...a) * Math.hypot(...b));
}

test("cosines of pieces are those of their vectors, whatever was compared before", () => {
  fc.assert(
    fc.property(
      fc.array(vector, { minLength: 6, maxLength: 6 }),
      fc.array(fc.tuple(pieces, pieces), { minLength: 1, maxLength: 3 }),
      (vectors, chapters) => {
        const bytes = Int8Array.from(vectors.flat());
        const likeness = new PieceLikeness({ size, vectors: bytes });
        for (const [bullets, story] of chapters) {
          const visited: number[] = [];
          likeness.compare(Int32Array.from(bullets), Int32Array.from(story), (first, cosines) => {
            bullets.slice(first, first + atOnce).forEach((piece, lane) => {
              visited.push(first + lane);
              story.forEach((other, k) => {
                expect(cosines[k * atOnce + lane]).toBeCloseTo(cosine(vectors[piece]!, vectors[other]!), 5);
              });
            });
          });
          expect(visited).toEqual([...bullets.keys()]);
        }
      },
    ),
  );
});
