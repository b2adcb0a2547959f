import { once } from "@plotline/base";
import { inKernelMemory, Kernel } from "@plotline/nn";
import { TermNumbers, type TokenTable } from "@plotline/text";
import type { ContextualTokens, TokenEncoder, TokenVectors } from "../similarity/encoder.ts";
import type { Passages } from "../similarity/similarity.ts";
import { atOnce, type Likeness, lateInteraction, weighTokens } from "./late-interaction.ts";
import { PieceLikeness, PieceVectors } from "./piece-likeness.ts";
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
  const vectors = new PieceVectors(table);
  const numbering = new TermNumbers();
  const read = (texts: readonly string[]) => {
    const { ids, starts } = table.read(texts);
    const { numbers } = numbering.table(ids, table.weights.length);
    const pieces = numbering.forms();
    const weights = new Float32Array(pieces.length);
    for (let k = 0; k < weights.length; k++) weights[k] = table.weights[pieces[k]!]!;
    return { pieces, tokens: weighTokens({ ids: numbers, starts }, weights) };
  };
  const sumsOf = ({ tokens, pieces }: ReturnType<typeof read>) => vectors.sums(tokens, pieces);
  return ({ summary, story }) => {
    const [ours, theirs] = [read(summary), read(story)];
    const likeness = new PieceLikeness(vectors, ours.pieces, theirs.pieces);
    return {
      pooled: cosines(sumsOf(ours), sumsOf(theirs), vectors.size),
      ...lateInteraction(vectors.kernel, ours.tokens, theirs.tokens, likeness),
    };
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
  const on = kernel();
  const count = story.weights.length;
  const likeness: Likeness = {
    regions: {},
    start: () => {},
    writeRows(first, width, to) {
      for (let lane = 0; lane < atOnce && first + lane < points.weights.length; lane++) {
        const from = (first + lane) * count;
        on.floats(to + 4 * lane * width, count).set(products.subarray(from, from + count));
      }
    },
  };
  return {
    pooled: cosines(vectorSums(points, size), vectorSums(story, size), size),
    ...lateInteraction(on, weighTokens(points, points.weights), weighTokens(story, story.weights), likeness),
  };
}

const kernel = once(() => new Kernel());

/** The weighted sum of each paragraph's vectors. */
function vectorSums({ ids, starts, vectors, lengths, weights }: TokenVectors, size: number): Float32Array {
  const sums = new Float32Array((starts.length - 1) * size);
  for (let row = 0; row + 1 < starts.length; row++)
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const weight = weights[ids[k]!]! * (lengths?.[ids[k]!] ?? 1);
      const from = ids[k]! * size;
      for (let n = 0; n < size; n++) sums[row * size + n]! += weight * vectors[from + n]!;
    }
  return sums;
}

/** The cosine of every vector with every other. */
function cosines(ours: Float32Array, theirs: Float32Array, size: number): Plane {
  const [rows, columns] = [ours.length / size, theirs.length / size];
  return inKernelMemory([ours.length, theirs.length, rows * columns], (memory) => {
    const across = memory.take(theirs.length);
    const made = memory.take(rows * columns);
    transpose(withLengthOne(theirs, size), across, columns, size);
    memory.product(withLengthOne(ours, size), across, made, { rows, inner: size, columns }, false);
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

function transpose(vectors: Float32Array, made: Float32Array, count: number, size: number): void {
  for (let k = 0; k < count; k++) for (let n = 0; n < size; n++) made[n * count + k] = vectors[k * size + n]!;
}
