import { type Matrix, matrix } from "../../similarity/matrix.ts";

/**
 * `posterior` for paths that leave nothing out, which is all that the features and the network ask for: every path is a
 * staircase from the first cell to the last, and a cell has one state. Sums outgrow a number, so each cell carries a
 * power of 2^512 beside its value.
 */
export function staircase({ rows, columns, values }: Matrix, temperature = 1): Matrix {
  const likely = matrix(rows, columns);
  if (rows === 0 || columns === 0) return likely;
  const cells = rows * columns;
  const weights = new Float64Array(cells);
  for (let cell = 0; cell < cells; cell++)
    weights[cell] = Math.exp(Math.max(-steepest, Math.min(steepest, values[cell]! / temperature)));
  const [ways, powers] = [new Float64Array(cells), new Int32Array(cells)];
  const [waysOn, powersOn] = [new Float64Array(cells), new Int32Array(cells)];
  sweep(weights, rows, columns, 0, 1, ways, powers);
  sweep(weights, rows, columns, cells - 1, -1, waysOn, powersOn);
  const [all, power] = [ways[cells - 1]!, powers[cells - 1]!];
  for (let cell = 0; cell < cells; cell++) {
    const off = powers[cell]! + powersOn[cell]! - power;
    const p = (ways[cell]! / weights[cell]! / all) * waysOn[cell]!;
    likely.values[cell] = Math.min(1, off > 0 ? p * unit : scaled(p, off));
  }
  return likely;
}

/** Beyond this a single cell decides everything, and powers of two would run out. */
const steepest = 170;
const unit = 2 ** 512;
const large = 2 ** 256;
const small = 2 ** -256;

/** All ways to each cell, its own weight included; from `start` on, forwards or backwards. */
function sweep(
  weights: Float64Array,
  rows: number,
  columns: number,
  start: number,
  direction: 1 | -1,
  ways: Float64Array,
  powers: Int32Array,
): void {
  const down = direction * columns;
  for (let row = 0; row < rows; row++) {
    let at = start + row * down;
    let [left, power] = [row === 0 ? 1 : 0, row === 0 ? 0 : powers[at - down]!];
    let [across, acrossPower] = [0, power];
    for (let column = 0; column < columns; column++, at += direction) {
      let sum = left;
      if (row > 0) {
        const [up, upPower] = [ways[at - down]!, powers[at - down]!];
        if (upPower === power && acrossPower === power) sum += up + across;
        else {
          const most = Math.max(left > 0 ? power : upPower, upPower, across > 0 ? acrossPower : upPower);
          sum = scaled(left, power - most) + scaled(up, upPower - most) + scaled(across, acrossPower - most);
          power = most;
        }
        across = up;
        acrossPower = upPower;
      }
      left = sum * weights[at]!;
      if (left > large || left < small) {
        const factor = left > large ? 1 / unit : unit;
        power += left > large ? 1 : -1;
        left *= factor;
      }
      ways[at] = left;
      powers[at] = power;
    }
  }
}

function scaled(value: number, by: number): number {
  return by === 0 ? value : by === -1 ? value / unit : 0;
}
