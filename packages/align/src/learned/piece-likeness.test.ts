import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "./late-interaction.ts";
import { PieceLikeness, PieceVectors } from "./piece-likeness.ts";

const size = 3;
const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: size, maxLength: size });
const pieces = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 11 });

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  return dot === 0 ? 0 : dot / (Math.hypot(...a) * Math.hypot(...b));
}

test("cosines of pieces are those of their vectors, whatever was compared before", () => {
  const vectors = fc.array(vector, { minLength: 6, maxLength: 6 });
  const chapters = fc.array(fc.tuple(pieces, pieces), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(vectors, chapters, (vectors, chapters) => {
      const table = new PieceVectors({ size, vectors: Int8Array.from(vectors.flat()) });
      for (const [points, story] of chapters) {
        const likeness = new PieceLikeness(table, Int32Array.from(points), Int32Array.from(story));
        const width = 8 * Math.ceil(story.length / 8);
        const at = table.kernel.layOut({ rows: 4 * atOnce * width, ...likeness.regions });
        likeness.start(at);
        points.forEach((piece, token) => {
          if (token % atOnce === 0) likeness.writeRows(token, width, at.rows, at);
          const row = table.kernel.floats(at.rows + 4 * (token % atOnce) * width, story.length);
          story.forEach((other, k) => void expect(row[k]).toBeCloseTo(cosine(vectors[piece]!, vectors[other]!), 5));
        });
      }
    }),
    { numRuns: 50 },
  );
});
