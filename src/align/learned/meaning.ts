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
    bulletFound: found(bullets, story, likeness),
    paragraphFound: transposed(found(story, bullets, back), story.starts.length - 1, bullets.starts.length - 1),
  };
}

/** Every vector of `a` times every vector of `b`, row by row. */
function products(a: Float32Array, b: Float32Array, size: number): Float32Array {
  const [rows, columns] = [a.length / size, b.length / size];
  const made = new Float32Array(rows * columns);
  let row = 0;
  for (; row + 3 < rows; row += 4) fourRows(a, row * size, b, size, made, row * columns, columns);
  for (; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[row * size + k]! * b[column * size + k]!;
      made[row * columns + column] = sum;
    }
  return made;
}

/** Four rows at once, so that a vector of `b` is read once for all of them. */
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
  for (let column = 0; column < columns; column++) {
    const from = column * size;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let k = 0; k < size; k++) {
      const value = b[from + k]!;
      s0 += a[a0 + k]! * value;
      s1 += a[a1 + k]! * value;
      s2 += a[a2 + k]! * value;
      s3 += a[a3 + k]! * value;
    }
    out[to + column] = s0;
    out[to + columns + column] = s1;
    out[to + 2 * columns + column] = s2;
    out[to + 3 * columns + column] = s3;
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
 * the weighted mean of how like they are. `likeness` has a row for each vector of `one`.
 */
function found(one: TokenVectors, other: TokenVectors, likeness: Float32Array): Plane {
  const [rows, columns] = [one.starts.length - 1, other.starts.length - 1];
  const best = bestOfParagraphs(likeness, one.weights.length, other);
  const made = new Float32Array(rows * columns);
  const sums = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    let total = 0;
    for (let k = one.starts[row]!; k < one.starts[row + 1]!; k++) {
      const [weight, from] = [one.weights[one.ids[k]!]!, one.ids[k]! * columns];
      total += weight;
      for (let column = 0; column < columns; column++) sums[column]! += weight * best[from + column]!;
    }
    if (total > 0)
      for (let column = 0; column < columns; column++) made[row * columns + column] = sums[column]! / total;
  }
  return made;
}

/** For each vector of a side the best likeness with any token of each paragraph of the other. */
function bestOfParagraphs(
  likeness: Float32Array,
  vectors: number,
  { ids, starts, weights }: TokenVectors,
): Float32Array {
  const [width, paragraphs] = [weights.length, starts.length - 1];
  const best = new Float32Array(vectors * paragraphs);
  for (let vector = 0; vector < vectors; vector++) {
    const from = vector * width;
    for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
      const [first, end] = [starts[paragraph]!, starts[paragraph + 1]!];
      let most = first < end ? -1 : 0;
      for (let k = first; k < end; k++) {
        const value = likeness[from + ids[k]!]!;
        if (value > most) most = value;
      }
      best[vector * paragraphs + paragraph] = most;
    }
  }
  return best;
}
