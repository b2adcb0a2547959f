import { type Matrix, matrix } from "../../similarity/matrix.ts";

/**
 * `posterior` for paths that leave nothing out, which is all that the features and the network ask for: every path is a
 * staircase from the first cell to the last, and a cell has one state.
 */
export function staircase(g: Matrix, temperature = 1): Matrix {
  const likely = matrix(g.rows, g.columns);
  const weights = new Float64Array(g.values.length);
  for (let cell = 0; cell < weights.length; cell++) weights[cell] = pathWeight(g.values[cell]! / temperature);
  marginals(weights, g.rows, g.columns, likely.values);
  return likely;
}

/** Beyond this a single cell decides everything. A strip of such cells still fits into a number. */
export const steepest = 12;

export function pathWeight(score: number): number {
  // most pairs share nothing
  if (score === 0) return 1;
  return Math.exp(score > steepest ? steepest : score < -steepest ? -steepest : score);
}

/**
 * How likely a path passes through each cell, if its probability is ∝ the product of the weights of its cells:
 * (all ways to the cell) · (all ways on) / (all ways).
 *
 * Sums outgrow a number. Rows are cut into strips of cells that share a power of 2^512, chosen so that the last sum of a
 * strip is not far from 1; from cell to cell a sum grows or shrinks by no more than 3 · e^steepest.
 */
export function marginals(
  weights: Float32Array | Float64Array,
  rows: number,
  columns: number,
  likely: Float32Array | Float64Array,
): void {
  if (rows === 0 || columns === 0) return;
  const strips = Math.ceil(columns / stripLength);
  room(rows * columns, rows * strips, columns);
  for (let row = 0; row < rows; row++) forwards(weights, row, columns, strips);
  const all = { ways: ways[rows * columns - 1]!, power: powers[rows * strips - 1]! };
  for (let row = rows - 1; row >= 0; row--) backwards(weights, row, rows, columns, strips, all, likely);
}

const stripLength = 32;
const unit = 2 ** 512;
const large = 2 ** 256;
const small = 2 ** -256;

/** Kept from call to call: all ways to each cell, its own weight included, and the powers of the strips. */
let ways = new Float64Array(0);
let powers = new Int32Array(0);
/** The same from the other end, for the row below the one at hand. */
let below = new Float64Array(0);
let powersBelow = new Int32Array(0);

function room(cells: number, strips: number, columns: number): void {
  if (ways.length < cells) ways = new Float64Array(cells * 1.25);
  if (powers.length < strips) powers = new Int32Array(strips * 1.25);
  if (below.length < columns) below = new Float64Array(columns * 2);
  if (powersBelow.length < columns) powersBelow = new Int32Array(columns * 2);
}

function forwards(weights: Float32Array | Float64Array, row: number, columns: number, strips: number): void {
  const [here, above] = [row * columns, (row - 1) * columns];
  let [left, power] = [row === 0 ? 1 : 0, row === 0 ? 0 : nowhere];
  for (let strip = 0; strip < strips; strip++) {
    const [from, to] = [strip * stripLength, Math.min(columns, (strip + 1) * stripLength)];
    const powerAbove = row === 0 ? nowhere : powers[(row - 1) * strips + strip]!;
    const powerAcross = row === 0 || strip === 0 ? nowhere : powers[(row - 1) * strips + strip - 1]!;
    const most = Math.max(power, powerAbove, powerAcross);
    const shrink = scale(powerAbove - most);
    left *= scale(power - most);
    let across = powerAcross === nowhere ? 0 : ways[above + from - 1]! * scale(powerAcross - most);
    if (row === 0) for (let column = from; column < to; column++) ways[column] = left *= weights[column]!;
    else
      for (let column = from; column < to; column++) {
        const up = ways[above + column]! * shrink;
        left = (left + up + across) * weights[here + column]!;
        ways[here + column] = left;
        across = up;
      }
    power = most;
    if (left > large || left < small) {
      const [factor, change] = left > large ? [1 / unit, 1] : [unit, -1];
      for (let column = from; column < to; column++) ways[here + column]! *= factor;
      left *= factor;
      power += change;
    }
    powers[row * strips + strip] = power;
  }
}

function backwards(
  weights: Float32Array | Float64Array,
  row: number,
  rows: number,
  columns: number,
  strips: number,
  all: { readonly ways: number; readonly power: number },
  likely: Float32Array | Float64Array,
): void {
  const here = row * columns;
  const isLast = row === rows - 1;
  if (isLast) below.fill(0, 0, columns);
  let [right, power] = [isLast ? 1 : 0, isLast ? 0 : nowhere];
  let [corner, powerCorner] = [0, nowhere];
  for (let strip = strips - 1; strip >= 0; strip--) {
    const [from, to] = [strip * stripLength, Math.min(columns, (strip + 1) * stripLength)];
    const powerBelow = isLast ? nowhere : powersBelow[strip]!;
    const most = Math.max(power, powerBelow, powerCorner);
    const shrink = scale(powerBelow - most);
    const off = powers[row * strips + strip]! + most - all.power;
    const [once, twice] = off > 1 ? [unit, unit] : [scale(off), 1];
    right *= scale(power - most);
    let across = corner * scale(powerCorner - most);
    [corner, powerCorner] = [below[from]!, powerBelow];
    for (let column = to - 1; column >= from; column--) {
      const down = below[column]! * shrink;
      const on = right + down + across;
      const p = (ways[here + column]! * on * once * twice) / all.ways;
      likely[here + column] = p > 1 ? 1 : p;
      right = on * weights[here + column]!;
      below[column] = right;
      across = down;
    }
    power = most;
    if (right > large || right < small) {
      const [factor, change] = right > large ? [1 / unit, 1] : [unit, -1];
      for (let column = from; column < to; column++) below[column]! *= factor;
      right *= factor;
      power += change;
    }
    powersBelow[strip] = power;
  }
}

/** The power of a row or strip that is not there. */
const nowhere = -(2 ** 28);

function scale(power: number): number {
  return power === 0 ? 1 : power === -1 ? 1 / unit : power === 1 ? unit : 0;
}
