/** Brings every column to a mean of 0 and a spread of 1, and cuts off what lies far out. */
export interface Scale {
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
}

const farthest = 4;

export function scaleOf(rows: readonly Float32Array[], width: number): Scale {
  const middles = new Float64Array(width);
  const squares = new Float64Array(width);
  for (const row of rows)
    for (let k = 0; k < width; k++) {
      middles[k]! += row[k]! / rows.length;
      squares[k]! += row[k]! ** 2 / rows.length;
    }
  const spreads = squares.map((square, k) => Math.sqrt(Math.max(0, square - middles[k]! ** 2)) + 1e-3);
  return { middles: Array.from(middles, digits), spreads: Array.from(spreads, digits) };
}

export function bounded(value: number, column: number, { middles, spreads }: Scale): number {
  return Math.max(-farthest, Math.min(farthest, (value - middles[column]!) / spreads[column]!));
}

function digits(value: number): number {
  return Number(value.toPrecision(5));
}
