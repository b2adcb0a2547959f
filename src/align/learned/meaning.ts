import type { ContextualTokens, TokenEncoder, TokenVectors } from "../../similarity/encoder.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { Numbering } from "../../text/numbering.ts";
import type { TokenTable } from "../../text/pieces/token-table.ts";
import type { Plane } from "./evidence.ts";

/** How alike bullets and paragraphs are by vectors of their tokens. */
export interface Meaning {
  /** The cosine of weighted means. */
  readonly pooled: Plane;
  /** For each token of the bullet the token of the paragraph most like it; their weighted mean. */
  readonly bulletFound: Plane;
  /** The same the other way. */
  readonly paragraphFound: Plane;
}

/** Where vectors come from: the table that ships, or an encoder. */
export type MeaningSource = "table" | "encoder";

/** A chapter by the table's vectors, each distinct token once. */
export function tableMeaning(table: TokenTable): (passages: Passages) => Meaning {
  const numbering = new Numbering();
  const side = (texts: readonly string[]): TokenVectors => {
    const { ids, starts } = table.read(texts);
    numbering.start(table.weights.length);
    const numbers = numbering.numbers(ids);
    const distinct = numbering.forms();
    return {
      ids: numbers,
      starts,
      vectors: directions(table, distinct),
      weights: Float32Array.from(distinct, (id) => table.weights[id]!),
    };
  };
  return ({ summary, story }) => meaning(side(summary), side(story), table.size);
}

/** The vectors of these pieces, of length 1. */
function directions({ vectors, size }: TokenTable, ids: Int32Array): Float32Array {
  const made = new Float32Array(ids.length * size);
  for (let k = 0; k < ids.length; k++) {
    const own = vectors.subarray(ids[k]! * size, (ids[k]! + 1) * size);
    let squares = 0;
    for (let n = 0; n < size; n++) squares += own[n]! * own[n]!;
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let n = 0; n < size; n++) made[k * size + n] = own[n]! * factor;
  }
  return made;
}

/** A chapter by an encoder's vectors; where the model does not say how much a token counts, the table does. */
export function encoderMeaning(encoder: TokenEncoder, table: TokenTable): (passages: Passages) => Promise<Meaning> {
  const weighed = (tokens: ContextualTokens): TokenVectors => ({
    ...tokens,
    weights: tokens.weights ?? Float32Array.from(tokens.pieces, (piece) => table.weightOf(piece)),
  });
  const read = async ({ summary, story }: Passages): Promise<Meaning> => {
    const bullets = await encoder.read(summary);
    const paragraphs = await encoder.read(story);
    const likeness = await encoder.products(bullets.vectors, paragraphs.vectors, bullets.size);
    return meaning(weighed(bullets), weighed(paragraphs), bullets.size, likeness);
  };
  const { remembered } = encoder;
  return async (passages) => {
    const cells = passages.summary.length * passages.story.length;
    const text = JSON.stringify([passages.summary, passages.story]);
    const known = remembered?.get(text);
    if (known?.length === 3 * cells) return divided(known, cells);
    const found = await read(passages);
    remembered?.add(text, joined(found, cells));
    return found;
  };
}

function joined({ pooled, bulletFound, paragraphFound }: Meaning, cells: number): Float32Array {
  const numbers = new Float32Array(3 * cells);
  [pooled, bulletFound, paragraphFound].forEach((plane, k) => void numbers.set(plane, k * cells));
  return numbers;
}

function divided(numbers: Float32Array, cells: number): Meaning {
  const [pooled, bulletFound, paragraphFound] = [0, 1, 2].map((k) => numbers.slice(k * cells, (k + 1) * cells));
  return { pooled: pooled!, bulletFound: bulletFound!, paragraphFound: paragraphFound! };
}

/** All three planes; 0 where a side has no token. `likeness` has a row for each vector of the bullets. */
export function meaning(
  bullets: TokenVectors,
  story: TokenVectors,
  size: number,
  likeness: Float32Array = products(bullets.vectors, story.vectors, size),
): Meaning {
  const back = transposed(likeness, bullets.weights.length, story.weights.length);
  return {
    pooled: products(means(bullets, size), means(story, size), size),
    bulletFound: found(bullets, story, back),
    paragraphFound: transposed(found(story, bullets, likeness), story.starts.length - 1, bullets.starts.length - 1),
  };
}

/** Every vector of `a` times every vector of `b`, row by row. */
function products(a: Float32Array, b: Float32Array, size: number): Float32Array {
  const [rows, columns] = [a.length / size, b.length / size];
  const made = new Float32Array(rows * columns);
  const [fours, twos] = [rows - (rows % 4), columns - (columns % 2)];
  for (let row = 0; row < fours; row += 4) fourRows(a, row * size, b, size, made, row * columns, columns);
  for (let row = 0; row < rows; row++)
    for (let column = row < fours ? twos : 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[row * size + k]! * b[column * size + k]!;
      made[row * columns + column] = sum;
    }
  return made;
}

/** Four rows and two columns at once, so that each number that is read is used several times: it halves the time. */
function fourRows(
  a: Float32Array,
  a0: number,
  b: Float32Array,
  size: number,
  out: Float32Array,
  to: number,
  columns: number,
): void {
  const a1 = a0 + size;
  const a2 = a1 + size;
  const a3 = a2 + size;
  for (let column = 0; column + 1 < columns; column += 2) {
    const left = column * size;
    const right = left + size;
    let [l0, l1, l2, l3] = [0, 0, 0, 0];
    let [r0, r1, r2, r3] = [0, 0, 0, 0];
    for (let k = 0; k < size; k++) {
      const x = b[left + k]!;
      const y = b[right + k]!;
      const u = a[a0 + k]!;
      const v = a[a1 + k]!;
      const w = a[a2 + k]!;
      const z = a[a3 + k]!;
      l0 += u * x;
      l1 += v * x;
      l2 += w * x;
      l3 += z * x;
      r0 += u * y;
      r1 += v * y;
      r2 += w * y;
      r3 += z * y;
    }
    const at = to + column;
    out[at] = l0;
    out[at + 1] = r0;
    out[at + columns] = l1;
    out[at + columns + 1] = r1;
    out[at + 2 * columns] = l2;
    out[at + 2 * columns + 1] = r2;
    out[at + 3 * columns] = l3;
    out[at + 3 * columns + 1] = r3;
  }
}

function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const made = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) made[column * rows + row] = values[row * columns + column]!;
  return made;
}

/** The weighted mean of each paragraph's vectors, of length 1. */
function means({ ids, starts, vectors, lengths, weights }: TokenVectors, size: number): Float32Array {
  const made = new Float32Array((starts.length - 1) * size);
  const sum = new Float64Array(size);
  for (let row = 0; row + 1 < starts.length; row++) {
    sum.fill(0);
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const [weight, from] = [weights[ids[k]!]! * (lengths?.[ids[k]!] ?? 1), ids[k]! * size];
      for (let n = 0; n < size; n++) sum[n]! += weight * vectors[from + n]!;
    }
    let squares = 0;
    for (let n = 0; n < size; n++) squares += sum[n]! * sum[n]!;
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let n = 0; n < size; n++) made[row * size + n] = sum[n]! * factor;
  }
  return made;
}

/**
 * For each paragraph of `one` and each of `other`: every token of the first finds the token of the second most like it;
 * the weighted mean of how like they are. `likeness` has a row for each vector of `other`.
 */
function found(one: TokenVectors, other: TokenVectors, likeness: Float32Array): Plane {
  const [rows, columns] = [one.starts.length - 1, other.starts.length - 1];
  const { ids, starts, weights } = one;
  const best = new Float32Array(weights.length);
  const made = new Float32Array(rows * columns);
  for (let column = 0; column < columns; column++) {
    bestOfParagraph(other, column, likeness, best);
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      let total = 0;
      for (let k = starts[row]!; k < starts[row + 1]!; k++) {
        const weight = weights[ids[k]!]!;
        sum += weight * best[ids[k]!]!;
        total += weight;
      }
      if (total > 0) made[row * columns + column] = sum / total;
    }
  }
  return made;
}

/** For each vector of the other side the best likeness with any token of a paragraph; 0 where it has none. */
function bestOfParagraph(side: TokenVectors, paragraph: number, likeness: Float32Array, best: Float32Array): void {
  const { ids, starts } = side;
  const [first, end, width] = [starts[paragraph]!, starts[paragraph + 1]!, best.length];
  best.fill(first < end ? -1 : 0);
  for (let k = first; k < end; k++) {
    const from = ids[k]! * width;
    for (let vector = 0; vector < width; vector++) {
      const value = likeness[from + vector]!;
      if (value > best[vector]!) best[vector] = value;
    }
  }
}
