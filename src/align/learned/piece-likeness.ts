import type { TokenTable } from "../../text/pieces/token-table.ts";
import { atOnce } from "./late-interaction.ts";

type Vectors = Pick<TokenTable, "size" | "vectors">;

/** Called with the place of a piece, and its and the next three pieces' cosines with every piece of the story, four a piece. */
type Visit = (first: number, cosines: Float32Array) => void;

/** As many of both sides are multiplied at once, so that each number that is read is used several times. */
const columns = atOnce;

/**
 * Two whole numbers in one, a + b · 2²⁶: a product with a third number is the product of both. Products of bytes add up to
 * less than 2²⁵, so that the two sums stay apart, and a double holds them exactly: half the multiplications do.
 */
const apart = 2 ** 26;

/** The cosines of a table's pieces, each pair of a bullets' and a story's piece once. */
export class PieceLikeness {
  /** By piece: 1 / the length of its vector. */
  readonly factors: Float32Array;
  private readonly bullets: Float64Array;
  private story = new Float64Array(0);
  private storyFactors = new Float64Array(0);
  private cosines = new Float32Array(0);

  constructor(private readonly table: Vectors) {
    this.factors = inverseLengths(table);
    this.bullets = new Float64Array(atOnce * table.size);
  }

  compare(bullets: Int32Array, story: Int32Array, visit: Visit): void {
    const width = this.packStory(story);
    for (let first = 0; first < bullets.length; first += atOnce) {
      const pieces = bullets.subarray(first, first + atOnce);
      this.unpackBullets(pieces);
      for (let column = 0; column < width; column += columns) this.multiply(column);
      this.scale(pieces, story.length);
      visit(first, this.cosines);
    }
  }

  /** Two of the story's vectors become one. Gives their number, with zeros at the end so that it is a multiple. */
  private packStory(pieces: Int32Array): number {
    const { vectors, size } = this.table;
    const width = Math.ceil(pieces.length / columns) * columns;
    if (this.storyFactors.length < width) {
      this.story = new Float64Array(width * size);
      this.storyFactors = new Float64Array(2 * width);
      this.cosines = new Float32Array(2 * width * atOnce);
    }
    this.story.fill(0, (pieces.length >> 1) * size, (width / 2) * size);
    for (let k = 0; k < pieces.length; k++) {
      const [from, to] = [pieces[k]! * size, (k >> 1) * size];
      if (k % 2 === 0) for (let n = 0; n < size; n++) this.story[to + n] = vectors[from + n]!;
      else for (let n = 0; n < size; n++) this.story[to + n]! += apart * vectors[from + n]!;
      this.storyFactors[k] = this.factors[pieces[k]!]!;
    }
    return width;
  }

  private unpackBullets(pieces: Int32Array): void {
    const { vectors, size } = this.table;
    this.bullets.fill(0, pieces.length * size);
    for (let k = 0; k < pieces.length; k++)
      for (let n = 0; n < size; n++) this.bullets[k * size + n] = vectors[pieces[k]! * size + n]!;
  }

  /** Four of the bullets' vectors times four of the story's. */
  private multiply(column: number): void {
    const { bullets, story, cosines } = this;
    const { size } = this.table;
    const left = (column / 2) * size;
    const right = left + size;
    const [second, third, fourth] = [size, 2 * size, 3 * size];
    let l0 = 0;
    let l1 = 0;
    let l2 = 0;
    let l3 = 0;
    let r0 = 0;
    let r1 = 0;
    let r2 = 0;
    let r3 = 0;
    for (let k = 0; k < size; k++) {
      const x = story[left + k]!;
      const y = story[right + k]!;
      const a = bullets[k]!;
      const b = bullets[second + k]!;
      const c = bullets[third + k]!;
      const d = bullets[fourth + k]!;
      l0 += a * x;
      l1 += b * x;
      l2 += c * x;
      l3 += d * x;
      r0 += a * y;
      r1 += b * y;
      r2 += c * y;
      r3 += d * y;
    }
    const at = column * atOnce;
    unpack(l0, r0, cosines, at);
    unpack(l1, r1, cosines, at + 1);
    unpack(l2, r2, cosines, at + 2);
    unpack(l3, r3, cosines, at + 3);
  }

  /** Products become cosines. */
  private scale(pieces: Int32Array, length: number): void {
    const { cosines, storyFactors, factors } = this;
    for (let lane = 0; lane < pieces.length; lane++) {
      const factor = factors[pieces[lane]!]!;
      for (let k = 0; k < length; k++) cosines[k * atOnce + lane]! *= factor * storyFactors[k]!;
    }
  }
}

function inverseLengths({ vectors, size }: Vectors): Float32Array {
  const made = new Float32Array(vectors.length / size);
  for (let piece = 0; piece < made.length; piece++) {
    let squares = 0;
    for (let n = piece * size; n < (piece + 1) * size; n++) squares += vectors[n]! * vectors[n]!;
    made[piece] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }
  return made;
}

/** The four products that two sums hold. */
function unpack(left: number, right: number, out: Float32Array, at: number): void {
  const upperLeft = Math.floor(left / apart + 0.5);
  const upperRight = Math.floor(right / apart + 0.5);
  out[at] = left - upperLeft * apart;
  out[at + atOnce] = upperLeft;
  out[at + 2 * atOnce] = right - upperRight * apart;
  out[at + 3 * atOnce] = upperRight;
}
