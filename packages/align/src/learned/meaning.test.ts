import fc from "fast-check";
import { expect, test } from "vitest";
import type { TokenVectors } from "../similarity/encoder.ts";
import { meaning, tableMeaning } from "./meaning.ts";

const size = 4;

/** Paragraphs of tokens, each token a vector of length 1 and a weight. */
const side = fc
  .record({
    vectors: fc.array(
      fc
        .array(fc.integer({ min: -9, max: 9 }), { minLength: size, maxLength: size })
        .filter((v) => v.some((x) => x !== 0)),
      { minLength: 1, maxLength: 9 },
    ),
    paragraphs: fc.array(fc.array(fc.nat(), { maxLength: 7 }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ vectors, paragraphs }): TokenVectors => {
    const ids = paragraphs.flat().map((k) => k % vectors.length);
    const starts = [0];
    for (const { length } of paragraphs) starts.push(starts.at(-1)! + length);
    return {
      ids: Int32Array.from(ids),
      starts: Int32Array.from(starts),
      vectors: Float32Array.from(vectors.flatMap((vector) => vector.map((value) => value / Math.hypot(...vector)))),
      weights: Float32Array.from(vectors, (vector) => 0.1 + Math.abs(vector[0]!)),
    };
  });

interface Token {
  readonly vector: readonly number[];
  readonly weight: number;
}

function tokensOf({ ids, starts, vectors, weights }: TokenVectors): Token[][] {
  return [...starts.slice(1)].map((end, k) =>
    [...ids.slice(starts[k], end)].map((id) => ({
      vector: [...vectors.slice(id * size, (id + 1) * size)],
      weight: weights[id]!,
    })),
  );
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

function pooled(one: readonly Token[], other: readonly Token[]): number {
  const [a, b] = [one, other].map((tokens) =>
    [...Array(size).keys()].map((k) => tokens.reduce((sum, { vector, weight }) => sum + weight * vector[k]!, 0)),
  );
  return dot(a!, b!) / (Math.hypot(...a!) * Math.hypot(...b!) || 1);
}

function found(one: readonly Token[], other: readonly Token[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const best = one.map(({ vector, weight }) => weight * Math.max(...other.map((each) => dot(vector, each.vector))));
  return best.reduce((sum, value) => sum + value, 0) / one.reduce((sum, { weight }) => sum + weight, 0);
}

function likenessOf(points: TokenVectors, story: TokenVectors): Float32Array {
  const vectors = ({ vectors: all }: TokenVectors) =>
    [...Array(all.length / size).keys()].map((k) => [...all.slice(k * size, (k + 1) * size)]);
  return Float32Array.from(vectors(points).flatMap((one) => vectors(story).map((other) => dot(one, other))));
}

test("planes are what their definitions say, cell by cell", () => {
  fc.assert(
    fc.property(side, side, (points, story) => {
      const planes = meaning(points, story, size, likenessOf(points, story));
      const [rows, columns] = [tokensOf(points), tokensOf(story)];
      rows.forEach((point, row) => {
        columns.forEach((paragraph, column) => {
          const cell = row * columns.length + column;
          // Opposite vectors may cancel to rounding; then a mean has no direction.
          if (Math.abs(pooled(point, paragraph)) < 0.999)
            expect(planes.pooled[cell]).toBeCloseTo(pooled(point, paragraph), 3);
          expect(planes.pointFound[cell]).toBeCloseTo(found(point, paragraph), 5);
          expect(planes.paragraphFound[cell]).toBeCloseTo(found(paragraph, point), 5);
        });
      });
    }),
  );
});

test("the table's vectors are compared by direction, each token as often as it occurs", () => {
  const table = {
    read: (texts: readonly string[]) => {
      const words = texts.map((text) => text.split(" ").map(Number));
      const starts = Int32Array.from([0, ...words.map((_, k) => words.slice(0, k + 1).flat().length)]);
      return { ids: Int32Array.from(words.flat()), starts };
    },
    size: 2,
    vectors: Int8Array.of(100, 0, 0, 50, 30, 40),
    weights: Float32Array.of(1, 1, 2),
    weightOf: () => 1,
  };
  const planes = tableMeaning(table)({ summary: ["0 0 1"], story: ["2", "1 1"] });
  expect(planes.pointFound[0]).toBeCloseTo((0.6 + 0.6 + 0.8) / 3, 6);
  expect(planes.pointFound[1]).toBeCloseTo(1 / 3, 6);
  expect(planes.paragraphFound[0]).toBeCloseTo(0.8, 6);
  expect(planes.pooled[0]).toBeCloseTo((2 * 0.6 + 0.8) / Math.sqrt(5), 6);
});
