/**
 * All ways to reach each cell, summed. A way is a chain of links that never steps back; a row or column between two
 * links costs its skip factor (0: not allowed). With F the sum of all ways that end with a link at (i, j):
 *
 *   along(i, j)  = Σ_{q<j} F(i, q) t^(j−q−1)             = F(i, j−1) + t · along(i, j−1)
 *   down(i, j)   = Σ_{p<i} F(p, j) s^(i−p−1)             = F(i−1, j) + s · down(i−1, j)
 *   across(i, j) = Σ_{p<i, q<j} F(p, q) s^(i−p−1) t^(j−q−1) = along(i−1, j) + s · across(i−1, j)
 *   F(i, j)      = w(i, j) · (along + down + across)
 *
 * Sums grow far beyond what a double holds, so that each cell carries an exponent, a power of 2^512.
 */
interface Sweep {
  /** along + down + across of each cell: all ways to it, without its own weight. */
  readonly before: Float64Array;
  readonly exponents: Int32Array;
  /** All ways that end with a link in the last cell. */
  readonly closed: Scaled;
  /** All ways, whatever they leave out at the end. */
  readonly open: Scaled;
}

interface Scaled {
  readonly value: number;
  readonly exponent: number;
}

interface Walk {
  readonly height: number;
  readonly width: number;
  readonly skipSummary: number;
  readonly skipStory: number;
  /** Where the walk starts in the weights, and how far the next row and column are (negative: backwards). */
  readonly start: number;
  readonly down: number;
  readonly right: number;
  /** Whether the start may be left out; else every way begins with a link in the first cell. */
  readonly open: boolean;
}

const unit = 2 ** 512;
const large = 2 ** 256;
const small = 2 ** -256;
/** The exponent of a cell that no way reaches. */
const nowhere = -(2 ** 30);

export function sweep(weights: Float32Array | Float64Array, walk: Walk): Sweep {
  const { height, width, skipSummary, skipStory } = walk;
  const before = new Float64Array(height * width);
  const exponents = new Int32Array(height * width);
  const row = rowAbove(walk);
  let closed = zero;
  let open = walk.open ? power(skipStory, width) : zero;
  for (let i = 0; i < height; i++) {
    const last = sweepRow(weights, walk, i, row, before, exponents);
    closed = last.link;
    open = sum(last.along, times(open, skipSummary));
  }
  return { before, exponents, closed, open };
}

/** P = before · weight · before ÷ total, of a cell that both sweeps reach. */
export function product(a: Sweep, k: number, weight: number, b: Sweep, l: number, total: Scaled): number {
  let value = ((a.before[k]! * weight) / total.value) * b.before[l]!;
  let exponent = a.exponents[k]! + b.exponents[l]! - total.exponent;
  for (; exponent < 0 && value > 0; exponent++) value /= unit;
  for (; exponent > 0 && value > 0; exponent--) value *= unit;
  return value > 1 ? 1 : value;
}

export function logarithm({ value, exponent }: Scaled): number {
  return Math.log(value) + exponent * Math.log(unit);
}

/** The state of a row, column by column, which the next row needs. */
interface Row {
  readonly link: Float64Array;
  readonly along: Float64Array;
  readonly down: Float64Array;
  readonly across: Float64Array;
  readonly exponents: Int32Array;
}

/** Before the first row there is a single way, left of everything: leaving out the first j columns costs t^j. */
function rowAbove({ width, skipStory, open }: Walk): Row {
  const row = {
    link: new Float64Array(width),
    along: new Float64Array(width),
    down: new Float64Array(width),
    across: new Float64Array(width),
    exponents: new Int32Array(width).fill(nowhere),
  };
  let start: Scaled = { value: 1, exponent: 0 };
  for (let j = 0; j < width && start.value > 0; j++) {
    row.along[j] = start.value;
    row.exponents[j] = start.exponent;
    start = open ? times(start, skipStory) : zero;
  }
  return row;
}

function sweepRow(
  weights: Float32Array | Float64Array,
  { width, skipSummary: s, skipStory: t, start, down: nextRow, right, open }: Walk,
  i: number,
  row: Row,
  before: Float64Array,
  exponents: Int32Array,
): { link: Scaled; along: Scaled } {
  let link = 0;
  let along = 0;
  let exponent = nowhere;
  for (let j = 0; j < width; j++) {
    const upper = row.exponents[j]!;
    const shrink = upper === exponent ? 1 : shrinkage(upper, exponent);
    const up = upper < exponent ? shrink : 1;
    const left = upper > exponent ? shrink : 1;
    if (upper > exponent) exponent = upper;
    along = (link + t * along) * left;
    let down = (row.link[j]! + s * row.down[j]!) * up;
    let across = (row.along[j]! + s * row.across[j]!) * up;
    let ways = along + down + across;
    link = ways * weights[start + i * nextRow + j * right]!;
    const most = link > ways ? link : ways;
    if (most > large || (most < small && most > 0)) {
      const factor = most > large ? 1 / unit : unit;
      exponent += most > large ? 1 : -1;
      link *= factor;
      along *= factor;
      down *= factor;
      across *= factor;
      ways *= factor;
    }
    before[i * width + j] = ways;
    exponents[i * width + j] = exponent;
    row.link[j] = link;
    row.along[j] = along;
    row.down[j] = down;
    row.across[j] = !open && i + j === 0 ? 0 : across;
    row.exponents[j] = exponent;
  }
  return { link: { value: link, exponent }, along: { value: link + t * along, exponent } };
}

/** What the smaller of two numbers is multiplied by when it is written with the larger one's exponent. */
function shrinkage(a: number, b: number): number {
  return Math.abs(a - b) === 1 ? 1 / unit : 0;
}

const zero: Scaled = { value: 0, exponent: nowhere };

function sum(a: Scaled, b: Scaled): Scaled {
  if (a.exponent < b.exponent) return sum(b, a);
  const value = a.value + (a.exponent === b.exponent ? b.value : b.value * shrinkage(a.exponent, b.exponent));
  return normal(value, a.exponent);
}

function times(a: Scaled, factor: number): Scaled {
  return normal(a.value * factor, a.exponent);
}

function power(base: number, exponent: number): Scaled {
  let result: Scaled = { value: 1, exponent: 0 };
  for (let k = 0; k < exponent; k++) result = times(result, base);
  return result;
}

function normal(value: number, exponent: number): Scaled {
  if (value === 0) return zero;
  if (value > large) return { value: value / unit, exponent: exponent + 1 };
  if (value < small) return { value: value * unit, exponent: exponent - 1 };
  return { value, exponent };
}
