import fc from "fast-check";
import { expect, test } from "vitest";
import { Kernel } from "../../kernel.ts";
import { atOnce } from "./late-interaction.ts";
import { inverseLengths, PieceLikeness } from "./piece-likeness.ts";

const size = 3;
const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: size, maxLength: size });
const pieces = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 11 });

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  return dot === 0 ? 0 : dot / (Math.hypot(...a) * Math.hypot(...b));
}

test("cosines of pieces are those of their vectors, whatever was compared before", () => {
  const kernel = new Kernel();
  fc.assert(
    fc.property(fc.array(vector, { minLength: 6, maxLength: 6 }), pieces, pieces, (vectors, bullets, story) => {
      const table = { size, vectors: Int8Array.from(vectors.flat()) };
      const whole = { ...table, factors: inverseLengths(table) };
      const likeness = new PieceLikeness(whole, Int32Array.from(bullets), Int32Array.from(story));
      const width = 8 * Math.ceil(story.length / 8);
      const [own, rows] = kernel.layOut(likeness.bytes, 4 * atOnce * width);
      likeness.start(kernel, own);
      bullets.forEach((piece, token) => {
        if (token % atOnce === 0) likeness.writeRows(kernel, token, width, rows);
        const row = kernel.floats(rows + 4 * (token % atOnce) * width, story.length);
        story.forEach((other, k) => void expect(row[k]).toBeCloseTo(cosine(vectors[piece]!, vectors[other]!), 5));
      });
    }),
  );
});
