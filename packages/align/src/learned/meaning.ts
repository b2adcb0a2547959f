import { sumOf } from "@plotline/base";
import { inKernelMemory } from "@plotline/nn";
import { TermNumbers, type TokenTable } from "@plotline/text";
import type { ContextualTokens, TokenEncoder, TokenVectors } from "../similarity/encoder.ts";
import type { Passages } from "../similarity/similarity.ts";
import { type Cosines, lateInteraction, type WeighedTokens, weighTokens } from "./late-interaction.ts";
import type { Plane } from "./planes.ts";

/** How alike points and paragraphs are by vectors of their tokens. */
export interface Meaning {
  /** The cosine of weighted means. */
  readonly pooled: Plane;
  /** For each token of the point the token of the paragraph most like it; their weighted mean. */
  readonly pointFound: Plane;
  /** The same the other way. */
  readonly paragraphFound: Plane;
}

/** Where vectors come from: the table that ships, or an encoder. */
export type MeaningSource = "table" | "encoder";

/** A chapter by the table's vectors, each distinct token once. */
export function tableMeaning(table: TokenTable): (passages: Passages) => Meaning {
  const numbering = new TermNumbers();
  const read = (texts: readonly string[]): Side => {
    const { ids, starts } = table.read(texts);
    const { numbers } = numbering.table(ids, table.weights.length);
    const pieces = numbering.forms();
    const weights = Float32Array.from(pieces, (piece) => table.weights[piece]!);
    return { tokens: weighTokens({ ids: numbers, starts }, weights), ...vectorsOf(pieces, table) };
  };
  return ({ summary, story }) => {
    const [points, paragraphs] = [read(summary), read(story)];
    return compared(points, paragraphs, table.size, tokenCosines(points, paragraphs, table.size));
  };
}

/** The vectors of some pieces, and 1 / the length of each. */
function vectorsOf(pieces: Int32Array, { vectors: all, size }: TokenTable): Pick<Side, "vectors" | "scales"> {
  const vectors = new Float32Array(pieces.length * size);
  const scales = new Float32Array(pieces.length);
  pieces.forEach((piece, k) => {
    const vector = all.subarray(piece * size, (piece + 1) * size);
    vectors.set(vector, k * size);
    const squares = sumOf(vector, (value) => value * value);
    scales[k] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  });
  return { vectors, scales };
}

/** The cosines of tokens with vectors of whole numbers, whose products are exact. */
function tokenCosines(points: Side, story: Side, size: number): Cosines {
  const columns = story.tokens.tokens;
  const across = transposed(story.vectors, size);
  return (first, rows) => {
    const made = productOf(points.vectors.subarray(first * size, (first + rows) * size), across, size);
    for (let row = 0, cell = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, cell++)
        made[cell] = Math.fround(made[cell]! * story.scales![column]!) * points.scales![first + row]!;
    return made;
  };
}

/** An encoder's tokens with their weights; where the model has none, the table's. */
export function weighedBy(table: TokenTable): (tokens: ContextualTokens) => TokenVectors {
  return (tokens) => ({
    ...tokens,
    weights: tokens.weights ?? Float32Array.from(tokens.pieces, (piece) => table.weightOf(piece)),
  });
}

/** A chapter by an encoder's vectors. */
export function encoderMeaning(encoder: TokenEncoder, table: TokenTable): (passages: Passages) => Promise<Meaning> {
  const weighed = weighedBy(table);
  const read = async ({ summary, story }: Passages): Promise<Meaning> => {
    const points = await encoder.read(summary);
    const paragraphs = await encoder.read(story);
    const likeness = await encoder.products(points.vectors, paragraphs.vectors, points.size);
    return meaning(weighed(points), weighed(paragraphs), points.size, likeness);
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

function joined({ pooled, pointFound, paragraphFound }: Meaning, cells: number): Float32Array {
  const numbers = new Float32Array(3 * cells);
  [pooled, pointFound, paragraphFound].forEach((plane, k) => void numbers.set(plane, k * cells));
  return numbers;
}

function divided(numbers: Float32Array, cells: number): Meaning {
  const [pooled, pointFound, paragraphFound] = [0, 1, 2].map((k) => numbers.slice(k * cells, (k + 1) * cells));
  return { pooled: pooled!, pointFound: pointFound!, paragraphFound: paragraphFound! };
}

/** All three planes; 0 where a side has no token. `products` has a row for each vector of the points. */
export function meaning(points: TokenVectors, story: TokenVectors, size: number, products: Float32Array): Meaning {
  const count = story.weights.length;
  const sideOf = (side: TokenVectors) => ({ ...side, scales: side.lengths, tokens: weighTokens(side, side.weights) });
  const cosines: Cosines = (first, rows) => products.subarray(first * count, (first + rows) * count);
  return compared(sideOf(points), sideOf(story), size, cosines);
}

/** The points or the paragraphs: their tokens, and the vector of each token with what it is multiplied by in sums. */
interface Side {
  readonly tokens: WeighedTokens;
  readonly vectors: Float32Array;
  readonly scales?: Float32Array;
}

function compared(points: Side, story: Side, size: number, cosines: Cosines): Meaning {
  const theirs = transposed(withLengthOne(vectorSums(story, size), size), size);
  return {
    pooled: productOf(withLengthOne(vectorSums(points, size), size), theirs, size),
    ...lateInteraction(points.tokens, story.tokens, cosines),
  };
}

/** The weighted sum of each paragraph's vectors. */
function vectorSums({ tokens, vectors, scales }: Side, size: number): Float32Array {
  const { starts, terms, weights } = tokens;
  const sums = new Float32Array(tokens.size * size);
  for (let row = 0; row < tokens.size; row++)
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const weight = Math.fround(weights[k]! * (scales?.[terms[k]!] ?? 1));
      const from = terms[k]! * size;
      for (let n = 0; n < size; n++) sums[row * size + n]! += Math.fround(weight * vectors[from + n]!);
    }
  return sums;
}

/** Every vector times every other, these in columns. */
function productOf(vectors: Float32Array, across: Float32Array, size: number): Float32Array {
  const [rows, columns] = [vectors.length / size, across.length / size];
  return inKernelMemory([vectors.length, across.length, rows * columns], (memory) => {
    const [theirs, made] = [memory.take(across.length), memory.take(rows * columns)];
    theirs.set(across);
    memory.product(vectors, theirs, made, { rows, inner: size, columns }, false);
    return made.slice();
  });
}

function withLengthOne(vectors: Float32Array, size: number): Float32Array {
  for (let from = 0; from < vectors.length; from += size) {
    let squares = 0;
    for (let n = from; n < from + size; n++) squares += vectors[n]! * vectors[n]!;
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let n = from; n < from + size; n++) vectors[n]! *= factor;
  }
  return vectors;
}

function transposed(vectors: Float32Array, size: number): Float32Array {
  const made = new Float32Array(vectors.length);
  const count = vectors.length / size;
  for (let k = 0; k < count; k++) for (let n = 0; n < size; n++) made[n * count + k] = vectors[k * size + n]!;
  return made;
}
