// AssemblyScript: the loops over numbers that TypeScript is too slow for, four or eight numbers at a time. Compiled by
// scripts/kernel.mjs; src/kernel.ts lays numbers out in memory and calls. A line is the number of bytes from one row to
// the next. Rows are written up to seven numbers beyond their ends: into the next row, which is written after that, or
// into the space that src/kernel.ts leaves after every region.

/**
 * out [rows, columns] = weights · b [inner, columns]: rows in fours, columns in eights. The weights of four rows are side by
 * side, [rows / 4, inner, 4].
 */
export function product(weights: usize, b: usize, out: usize, rows: usize, inner: usize, columns: usize): void {
  const line = 4 * columns;
  for (let column: isize = (columns - 1) & ~7; column >= 0; column -= 8) {
    let weight = weights;
    let to = out + 4 * column;
    for (let row: usize = 0; row < rows; row += 4) {
      let l0 = f32x4.splat(0);
      let r0 = f32x4.splat(0);
      let l1 = f32x4.splat(0);
      let r1 = f32x4.splat(0);
      let l2 = f32x4.splat(0);
      let r2 = f32x4.splat(0);
      let l3 = f32x4.splat(0);
      let r3 = f32x4.splat(0);
      let from = b + 4 * column;
      for (let k: usize = 0; k < inner; k++) {
        const x = v128.load(from);
        const y = v128.load(from, 16);
        const w0 = v128.load_splat<f32>(weight);
        const w1 = v128.load_splat<f32>(weight, 4);
        const w2 = v128.load_splat<f32>(weight, 8);
        const w3 = v128.load_splat<f32>(weight, 12);
        l0 = f32x4.add(l0, f32x4.mul(w0, x));
        r0 = f32x4.add(r0, f32x4.mul(w0, y));
        l1 = f32x4.add(l1, f32x4.mul(w1, x));
        r1 = f32x4.add(r1, f32x4.mul(w1, y));
        l2 = f32x4.add(l2, f32x4.mul(w2, x));
        r2 = f32x4.add(r2, f32x4.mul(w2, y));
        l3 = f32x4.add(l3, f32x4.mul(w3, x));
        r3 = f32x4.add(r3, f32x4.mul(w3, y));
        weight += 16;
        from += line;
      }
      v128.store(to, l0);
      v128.store(to, r0, 16);
      to += line;
      v128.store(to, l1);
      v128.store(to, r1, 16);
      to += line;
      v128.store(to, l2);
      v128.store(to, r2, 16);
      to += line;
      v128.store(to, l3);
      v128.store(to, r3, 16);
      to += line;
    }
  }
}

/** Copies rows to where lines are longer. */
export function spread(from: usize, rows: usize, columns: usize, to: usize, line: usize): void {
  for (let row: usize = 0; row < rows; row++, to += line) {
    const end = to + 4 * columns;
    let at = to;
    for (; at + 16 <= end; at += 16, from += 16) v128.store(at, v128.load(from));
    for (; at < end; at += 4, from += 4) store<f32>(at, load<f32>(from));
  }
}

/** One row of a plane through a filter [height, width]: `from` is where its first tap reads for the first column. */
export function filter(
  from: usize,
  line: usize,
  taps: usize,
  height: usize,
  width: usize,
  out: usize,
  columns: usize,
): void {
  for (const end = out + 4 * columns; out < end; out += 32, from += 32) {
    let left = f32x4.splat(0);
    let right = f32x4.splat(0);
    let tap = taps;
    for (let u: usize = 0; u < height; u++) {
      let at = from + u * line;
      for (let v: usize = 0; v < width; v++) {
        const weight = v128.load_splat<f32>(tap);
        left = f32x4.add(left, f32x4.mul(weight, v128.load(at)));
        right = f32x4.add(right, f32x4.mul(weight, v128.load(at, 16)));
        tap += 4;
        at += 4;
      }
    }
    v128.store(out, left);
    v128.store(out, right, 16);
  }
}

/**
 * onto + rectified(cells + ofRow + ofColumn) of planes, where rectified(x) is x if it is positive, else slope · x, slope
 * below 1. `ofRow` has a number for each row, or for each plane; `ofColumn` and `onto` may be missing (0).
 */
export function rectifiedSum(
  cells: usize,
  ofRow: usize,
  forEachRow: bool,
  ofColumn: usize,
  onto: usize,
  slope: f32,
  out: usize,
  planes: usize,
  rows: usize,
  columns: usize,
): void {
  const zero = f32x4.splat(0);
  const low = f32x4.splat(slope);
  for (let row: usize = 0, first: usize = 0; row < planes * rows; row++, first += 4 * columns) {
    const plane = row / rows;
    const constant = v128.load_splat<f32>(ofRow + 4 * (forEachRow ? row : plane));
    const below = ofColumn + 4 * plane * columns;
    for (let at: usize = 0; at < 4 * columns; at += 16) {
      const ofBoth = ofColumn ? f32x4.add(constant, v128.load(below + at)) : constant;
      const x = f32x4.add(v128.load(cells + first + at), ofBoth);
      const base = onto ? v128.load(onto + first + at) : zero;
      v128.store(out + first + at, f32x4.add(base, f32x4.pmax(f32x4.mul(low, x), x)));
    }
  }
}

/** The largest of each row. */
export function largestOfRows(cells: usize, rows: usize, columns: usize, out: usize): void {
  for (let row: usize = 0; row < rows; row++, out += 4) {
    const end = cells + 4 * columns;
    let four = v128.load_splat<f32>(cells);
    for (; cells + 16 <= end; cells += 16) four = f32x4.pmax(four, v128.load(cells));
    four = f32x4.pmax(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
    let most = f32x4.extract_lane(f32x4.pmax(four, v128.shuffle<i32>(four, four, 1, 0, 3, 2)), 0);
    for (; cells < end; cells += 4) most = max(most, load<f32>(cells));
    store<f32>(out, most);
  }
}

/** The largest of each column. */
export function largestOfColumns(cells: usize, rows: usize, columns: usize, out: usize): void {
  for (let at: usize = 0; at < 4 * columns; at += 16) {
    let most = v128.load(cells + at);
    for (let row: usize = 1; row < rows; row++) most = f32x4.pmax(most, v128.load(cells + at + 4 * row * columns));
    v128.store(out + at, most);
  }
}

/** (value − middle) · factor of each number, no further than `furthest` from 0: in place, computed in double. */
export function rescale(values: usize, count: usize, middle: f64, factor: f64, furthest: f64): void {
  const most = f64x2.splat(furthest);
  const least = f64x2.splat(-furthest);
  for (const end = values + 4 * count; values < end; values += 8) {
    const two = f64x2.promote_low_f32x4(v128.load64_zero(values));
    const scaled = f64x2.mul(f64x2.sub(two, f64x2.splat(middle)), f64x2.splat(factor));
    const bounded = f64x2.pmax(f64x2.pmin(scaled, most), least);
    v128.store64_lane(values, f32x4.demote_f64x2_zero(bounded), 0);
  }
}

/** Transposes 4 × 4 numbers again and again: rows are `line` apart, and the next block is `step` further, on both sides. */
export function transpose(
  from: usize,
  line: usize,
  step: usize,
  to: usize,
  toLine: usize,
  toStep: usize,
  blocks: usize,
): void {
  for (let block: usize = 0; block < blocks; block++) {
    const a = v128.load(from);
    const b = v128.load(from + line);
    const c = v128.load(from + 2 * line);
    const d = v128.load(from + 3 * line);
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const ba = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const dc = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<i64>(ab, cd, 0, 2));
    v128.store(to + toLine, v128.shuffle<i64>(ab, cd, 1, 3));
    v128.store(to + 2 * toLine, v128.shuffle<i64>(ba, dc, 0, 2));
    v128.store(to + 3 * toLine, v128.shuffle<i64>(ba, dc, 1, 3));
    from += step;
    to += toStep;
  }
}

/** For each list of numbers of columns, `terms` from one of `starts` to the next: the largest of these columns of four. */
export function largest(columns: usize, terms: usize, starts: usize, lists: usize, out: usize): void {
  let term = terms + 4 * load<u32>(starts);
  for (let list: usize = 0; list < lists; list++) {
    starts += 4;
    const end = terms + 4 * load<u32>(starts);
    let most = f32x4.splat(-1);
    for (; term < end; term += 4) most = f32x4.pmax(most, v128.load(columns + 16 * load<u32>(term)));
    v128.store(out, most);
    out += 16;
  }
}

/** The same, but the sum of these columns, each by its weight. */
export function weightedSums(
  columns: usize,
  terms: usize,
  weights: usize,
  starts: usize,
  lists: usize,
  out: usize,
): void {
  let term = terms + 4 * load<u32>(starts);
  let weight = weights + 4 * load<u32>(starts);
  for (let list: usize = 0; list < lists; list++) {
    starts += 4;
    const end = terms + 4 * load<u32>(starts);
    let sum = f32x4.splat(0);
    for (; term < end; term += 4, weight += 4) {
      const column = v128.load(columns + 16 * load<u32>(term));
      sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(weight), column));
    }
    v128.store(out, sum);
    out += 16;
  }
}

/** Raises each number of `best` to that of `row` where it is lower, four at a time. */
export function raise(best: usize, row: usize, count: usize): void {
  const end = best + 4 * count;
  for (; best < end; best += 16, row += 16) v128.store(best, f32x4.pmax(v128.load(best), v128.load(row)));
}

/** Adds a row by its weight, four numbers at a time. */
export function addRow(sums: usize, row: usize, weight: f32, count: usize): void {
  const end = sums + 4 * count;
  const each = f32x4.splat(weight);
  for (; sums < end; sums += 16, row += 16)
    v128.store(sums, f32x4.add(v128.load(sums), f32x4.mul(each, v128.load(row))));
}

/** Sums of ways grow far beyond what a double holds, so that each cell carries an exponent, a power of this: 2^512. */
const unit: f64 = 1.3407807929942597e154;
const large: f64 = 1.157920892373162e77;
const small: f64 = 8.636168555094445e-78;
/** The exponent of a cell that no way reaches. */
const nowhere: i32 = -(1 << 30);
/** What is known of a column, for the next row: ways that end with a link there, `along`, `down`, `across`, the exponent. */
const columnBytes: usize = 40;

/**
 * All ways to each cell of a grid, as src/align/sweep.ts defines them: weights are `down` and `right` bytes apart, which may
 * be negative. `columns` has space for one column more than the grid has, where ways end that leave out what is left.
 */
export function sweep(
  weights: usize,
  down: isize,
  right: isize,
  height: usize,
  width: usize,
  skipRow: f64,
  skipColumn: f64,
  isOpen: bool,
  columns: usize,
  ways: usize,
  exponents: usize,
): void {
  startColumns(columns, width, isOpen ? skipColumn : 0);
  for (let row: usize = 0; row < height; row++, weights += down) {
    let weight = weights;
    let link: f64 = 0;
    let along: f64 = 0;
    let exponent = nowhere;
    for (let j: usize = 0, at = columns; j <= width; j++, at += columnBytes) {
      const above = load<i32>(at, 32);
      let down = load<f64>(at) + skipRow * load<f64>(at, 16);
      let across = load<f64>(at, 8) + skipRow * load<f64>(at, 24);
      along = link + skipColumn * along;
      if (above !== exponent) {
        const shrink: f64 = abs(above - exponent) === 1 ? 1 / unit : 0;
        along *= above > exponent ? shrink : 1;
        down *= above > exponent ? 1 : shrink;
        across *= above > exponent ? 1 : shrink;
        exponent = max(above, exponent);
      }
      let all = along + down + across;
      link = j < width ? all * load<f64>(weight) : 0;
      const most = max(link, all);
      if (most > large || (most < small && most > 0)) {
        const factor = most > large ? 1 / unit : unit;
        exponent += most > large ? 1 : -1;
        link *= factor;
        along *= factor;
        down *= factor;
        across *= factor;
        all *= factor;
      }
      store<f64>(at, link);
      store<f64>(at, along, 8);
      store<f64>(at, down, 16);
      store<f64>(at, !isOpen && row + j === 0 ? 0 : across, 24);
      store<i32>(at, exponent, 32);
      if (j === width) break;
      store<f64>(ways, all);
      store<i32>(exponents, exponent);
      ways += 8;
      exponents += 4;
      weight += right;
    }
  }
}

/** Before the first row there is a single way, left of everything: leaving out the first j columns costs skip^j. */
function startColumns(columns: usize, width: usize, skip: f64): void {
  let value: f64 = 1;
  let exponent: i32 = 0;
  memory.fill(columns, 0, (width + 1) * columnBytes);
  for (let j: usize = 0; j <= width; j++, columns += columnBytes) {
    store<f64>(columns, value, 8);
    store<i32>(columns, value > 0 ? exponent : nowhere, 32);
    value *= skip;
    if (value < small || value > large) {
      exponent += value > large ? 1 : -1;
      value *= value > large ? 1 / unit : unit;
    }
  }
}

/** exp(score · factor), in place; exponents are no further than `most` from 0, which is below 700. */
export function exponentials(scores: usize, count: usize, factor: f64, most: f64): void {
  for (const end = scores + 8 * count; scores < end; scores += 16) {
    let x = f64x2.mul(v128.load(scores), f64x2.splat(factor));
    x = f64x2.pmax(f64x2.splat(-most), f64x2.pmin(f64x2.splat(most), x));
    // e^x = 2^k · e^rest, |rest| at most ln 2 / 2: a few terms of the series are enough for 11 digits
    const k = f64x2.nearest(f64x2.mul(x, f64x2.splat(Math.LOG2E)));
    const rest = f64x2.sub(x, f64x2.mul(k, f64x2.splat(Math.LN2)));
    let sum = f64x2.splat(1);
    sum = onePlus(rest, 1.0 / 9.0, sum);
    sum = onePlus(rest, 1.0 / 8.0, sum);
    sum = onePlus(rest, 1.0 / 7.0, sum);
    sum = onePlus(rest, 1.0 / 6.0, sum);
    sum = onePlus(rest, 1.0 / 5.0, sum);
    sum = onePlus(rest, 1.0 / 4.0, sum);
    sum = onePlus(rest, 1.0 / 3.0, sum);
    sum = onePlus(rest, 1.0 / 2.0, sum);
    sum = onePlus(rest, 1.0, sum);
    const exponent = i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(k));
    const power = i64x2.shl(i64x2.add(exponent, i64x2.splat(1023)), 52);
    v128.store(scores, f64x2.mul(sum, power));
  }
}

/** 1 + x · share · sum: Horner's rule for the series of e^x. */
function onePlus(x: v128, share: f64, sum: v128): v128 {
  return f64x2.add(f64x2.splat(1), f64x2.mul(f64x2.mul(x, f64x2.splat(share)), sum));
}

/** P = (all ways to a cell) · its weight · (all ways on from it) ÷ (all ways), of each cell. */
export function passing(
  weights: usize,
  line: usize,
  ways: usize,
  exponents: usize,
  waysOn: usize,
  exponentsOn: usize,
  height: usize,
  width: usize,
  total: f64,
  totalExponent: i32,
  out: usize,
): void {
  let cell: usize = 0;
  let back = height * width - 1;
  for (let row: usize = 0; row < height; row++, weights += line, out += line)
    for (let at: usize = 0; at < 8 * width; at += 8, cell++, back--) {
      let likely = ((load<f64>(ways + 8 * cell) * load<f64>(weights + at)) / total) * load<f64>(waysOn + 8 * back);
      let exponent = load<i32>(exponents + 4 * cell) + load<i32>(exponentsOn + 4 * back) - totalExponent;
      for (; exponent < 0 && likely > 0; exponent++) likely /= unit;
      for (; exponent > 0 && likely > 0; exponent--) likely *= unit;
      store<f64>(out + at, min(likely, 1));
    }
}
