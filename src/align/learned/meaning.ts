import { rowsTimesMatrix } from "../../nn/backends/portable/products.ts";
import type { ContextualTokens, TokenEncoder, TokenVectors } from "../../similarity/encoder.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { Numbering } from "../../text/numbering.ts";
import type { TokenTable } from "../../text/pieces/token-table.ts";
import type { Pieces } from "../../text/pieces/word-pieces.ts";
import type { Plane } from "./evidence.ts";
import { atOnce, type Likeness, lateInteraction } from "./late-interaction.ts";
import { inverseLengths, PieceLikeness } from "./piece-likeness.ts";

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
  const { size, weights } = table;
  const vectors = { size, vectors: table.vectors, weights, factors: inverseLengths(table) };
  const numbering = new Numbering();
  const distinct = ({ ids, starts }: Pieces) => {
    numbering.start(weights.length);
    const numbers = numbering.numbers(ids);
    const pieces = numbering.forms();
    return { ids: numbers, starts, pieces, weights: Float32Array.from(pieces, (piece) => weights[piece]!) };
  };
  return (passages) => {
    const [bullets, story] = [table.read(passages.summary), table.read(passages.story)];
    const [ours, theirs] = [distinct(bullets), distinct(story)];
    const likeness = new PieceLikeness(vectors, ours.pieces, theirs.pieces);
    const found = lateInteraction(ours, theirs, likeness);
    return { pooled: pooled({ ...bullets, ...vectors }, { ...story, ...vectors }, size), ...found };
  };
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

/** All three planes; 0 where a side has no token. `products` has a row for each vector of the bullets. */
export function meaning(bullets: TokenVectors, story: TokenVectors, size: number, products: Float32Array): Meaning {
  const likeness: Likeness = {
    bytes: 0,
    start: () => {},
    writeRows(kernel, first, width, address) {
      const count = story.weights.length;
      const rows = Math.min(atOnce, bullets.weights.length - first);
      for (let lane = 0; lane < rows; lane++) {
        const from = (first + lane) * count;
        kernel.floats(address + 4 * lane * width, width).set(products.subarray(from, from + count));
      }
    },
  };
  const means = [bullets, story].map((side) => ({ ...side, factors: side.lengths })) as [ManyVectors, ManyVectors];
  return { pooled: pooled(...means, size), ...lateInteraction(bullets, story, likeness) };
}

/** The cosine of every bullet's weighted mean with every paragraph's. */
function pooled(bullets: ManyVectors, story: ManyVectors, size: number): Plane {
  const [ours, theirs] = [means(bullets, size), means(story, size)];
  const [rows, columns] = [bullets.starts.length - 1, story.starts.length - 1];
  const made = new Float32Array(rows * columns);
  const across = new Float32Array(theirs.length);
  for (let column = 0; column < columns; column++)
    for (let n = 0; n < size; n++) across[n * columns + column] = theirs[column * size + n]!;
  rowsTimesMatrix(ours, across, made, { rows, inner: size, columns }, false);
  return made;
}

interface ManyVectors extends Pick<TokenVectors, "ids" | "starts" | "weights"> {
  readonly vectors: Float32Array | Int8Array;
  /** What each vector is multiplied by, besides its weight. */
  readonly factors?: Float32Array | undefined;
}

/** The weighted mean of each paragraph's vectors, of length 1. */
function means({ ids, starts, vectors, factors, weights }: ManyVectors, size: number): Float32Array {
  const made = new Float32Array((starts.length - 1) * size);
  const sum = new Float64Array(size);
  for (let row = 0; row + 1 < starts.length; row++) {
    sum.fill(0);
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const weight = weights[ids[k]!]! * (factors?.[ids[k]!] ?? 1);
      const from = ids[k]! * size;
      for (let n = 0; n < size; n++) sum[n]! += weight * vectors[from + n]!;
    }
    let squares = 0;
    for (let n = 0; n < size; n++) squares += sum[n]! * sum[n]!;
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let n = 0; n < size; n++) made[row * size + n] = sum[n]! * factor;
  }
  return made;
}
