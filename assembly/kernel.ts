// AssemblyScript: the loops over numbers that TypeScript is too slow for, four or eight numbers at a time. Compiled by
// scripts/kernel.mjs; src/kernel.ts lays numbers out in memory and calls. A line is the number of bytes from one row to
// the next.

/**
 * out [rows, columns] += weights · b [inner, columns]: rows in fours, columns in eights. The weights of four rows are side
 * by side, [rows / 4, inner, 4]; b and out have lines of the same length.
 */
export function product(
  weights: usize,
  b: usize,
  out: usize,
  rows: usize,
  inner: usize,
  columns: usize,
  line: usize,
): void {
  for (let column: usize = 0; column < columns; column += 8) {
    let weight = weights;
    let to = out + 4 * column;
    for (let row: usize = 0; row < rows; row += 4) {
      let l0 = v128.load(to);
      let r0 = v128.load(to, 16);
      let l1 = v128.load(to + line);
      let r1 = v128.load(to + line, 16);
      let l2 = v128.load(to + 2 * line);
      let r2 = v128.load(to + 2 * line, 16);
      let l3 = v128.load(to + 3 * line);
      let r3 = v128.load(to + 3 * line, 16);
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
      v128.store(to + line, l1);
      v128.store(to + line, r1, 16);
      v128.store(to + 2 * line, l2);
      v128.store(to + 2 * line, r2, 16);
      v128.store(to + 3 * line, l3);
      v128.store(to + 3 * line, r3, 16);
      to += 4 * line;
    }
  }
}

/**
 * Each cell of a plane through a filter [height, width]: columns in eights. The plane has a frame of zeros, so its lines
 * are longer than those of `out`.
 */
export function filter(
  plane: usize,
  line: usize,
  taps: usize,
  height: usize,
  width: usize,
  out: usize,
  rows: usize,
  columns: usize,
): void {
  for (let row: usize = 0; row < rows; row++) {
    for (let column: usize = 0; column < columns; column += 8) {
      let left = f32x4.splat(0);
      let right = f32x4.splat(0);
      let tap = taps;
      for (let u: usize = 0; u < height; u++) {
        let from = plane + (row + u) * line + 4 * column;
        for (let v: usize = 0; v < width; v++) {
          const weight = v128.load_splat<f32>(tap);
          left = f32x4.add(left, f32x4.mul(weight, v128.load(from)));
          right = f32x4.add(right, f32x4.mul(weight, v128.load(from, 16)));
          tap += 4;
          from += 4;
        }
      }
      v128.store(out, left);
      v128.store(out, right, 16);
      out += 32;
    }
  }
}

/**
 * The cosines of four vectors with `count` others, eight at a time, as four rows. `ours` are four vectors of 16-bit
 * numbers; `theirs` are [count / 8, size / 2, 8, 2]: two numbers of each of eight vectors, then the next two. The factors
 * turn products into cosines.
 */
export function cosines(
  ours: usize,
  ourFactors: usize,
  theirs: usize,
  theirFactors: usize,
  size: usize,
  count: usize,
  out: usize,
): void {
  for (let k: usize = 0; k < count; k += 8) {
    let l0 = i32x4.splat(0);
    let r0 = i32x4.splat(0);
    let l1 = i32x4.splat(0);
    let r1 = i32x4.splat(0);
    let l2 = i32x4.splat(0);
    let r2 = i32x4.splat(0);
    let l3 = i32x4.splat(0);
    let r3 = i32x4.splat(0);
    let our = ours;
    for (let n: usize = 0; n < size; n += 2) {
      const x = v128.load(theirs);
      const y = v128.load(theirs, 16);
      const a = v128.load_splat<i32>(our);
      const b = v128.load_splat<i32>(our + 2 * size);
      const c = v128.load_splat<i32>(our + 4 * size);
      const d = v128.load_splat<i32>(our + 6 * size);
      l0 = i32x4.add(l0, i32x4.dot_i16x8_s(a, x));
      r0 = i32x4.add(r0, i32x4.dot_i16x8_s(a, y));
      l1 = i32x4.add(l1, i32x4.dot_i16x8_s(b, x));
      r1 = i32x4.add(r1, i32x4.dot_i16x8_s(b, y));
      l2 = i32x4.add(l2, i32x4.dot_i16x8_s(c, x));
      r2 = i32x4.add(r2, i32x4.dot_i16x8_s(c, y));
      l3 = i32x4.add(l3, i32x4.dot_i16x8_s(d, x));
      r3 = i32x4.add(r3, i32x4.dot_i16x8_s(d, y));
      our += 4;
      theirs += 32;
    }
    const left = v128.load(theirFactors);
    const right = v128.load(theirFactors, 16);
    storeScaled(out, l0, left, r0, right, ourFactors);
    storeScaled(out + 4 * count, l1, left, r1, right, ourFactors + 4);
    storeScaled(out + 8 * count, l2, left, r2, right, ourFactors + 8);
    storeScaled(out + 12 * count, l3, left, r3, right, ourFactors + 12);
    theirFactors += 32;
    out += 32;
  }
}

function storeScaled(to: usize, left: v128, ofLeft: v128, right: v128, ofRight: v128, factor: usize): void {
  const ofBoth = v128.load_splat<f32>(factor);
  v128.store(to, f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(left), ofLeft), ofBoth));
  v128.store(to, f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(right), ofRight), ofBoth), 16);
}

/** Four rows of `count` numbers become `count` columns of four, four at a time. */
export function interleave(rows: usize, count: usize, out: usize): void {
  for (let k: usize = 0; k < count; k += 4) {
    const a = v128.load(rows);
    const b = v128.load(rows + 4 * count);
    const c = v128.load(rows + 8 * count);
    const d = v128.load(rows + 12 * count);
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const ba = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const dc = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    v128.store(out, v128.shuffle<i64>(ab, cd, 0, 2));
    v128.store(out, v128.shuffle<i64>(ab, cd, 1, 3), 16);
    v128.store(out, v128.shuffle<i64>(ba, dc, 0, 2), 32);
    v128.store(out, v128.shuffle<i64>(ba, dc, 1, 3), 48);
    rows += 16;
    out += 64;
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

/** Raises each number of `best` to that of `row` where it is lower, four at a time. */
export function raise(best: usize, row: usize, count: usize): void {
  const end = best + 4 * count;
  for (; best < end; best += 16, row += 16) v128.store(best, f32x4.pmax(v128.load(best), v128.load(row)));
}
