import fc from "fast-check";
import type { Pins } from "../method.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";

/** Small matrices of few values, so that ties are frequent. */
export function smallMatrix(rows = 4, columns = 5): fc.Arbitrary<Matrix> {
  const size = fc.record({ rows: fc.integer({ min: 1, max: rows }), columns: fc.integer({ min: 1, max: columns }) });
  return size.chain((shape) =>
    fc
      .array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 3, noNaN: true })), {
        minLength: shape.rows * shape.columns,
        maxLength: shape.rows * shape.columns,
      })
      .map((values) => matrix(shape.rows, shape.columns, Float32Array.from(values))),
  );
}

/** A matrix with a few of its cells pinned, none twice. */
export function pinnedMatrix(rows = 4, columns = 5): fc.Arbitrary<{ g: Matrix; pins: Pins }> {
  return smallMatrix(rows, columns).chain((g) =>
    fc.uniqueArray(fc.integer({ min: 0, max: g.rows * g.columns - 1 }), { maxLength: 6 }).chain((cells) =>
      fc.nat({ max: Math.min(3, cells.length) }).map((linked) => {
        const pin = (k: number) => ({ summary: Math.floor(k / g.columns), story: k % g.columns });
        return { g, pins: { linked: cells.slice(0, linked).map(pin), forbidden: cells.slice(linked).map(pin) } };
      }),
    ),
  );
}
