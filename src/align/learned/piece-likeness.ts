import type { TokenTable } from "../../text/pieces/token-table.ts";

type Vectors = Pick<TokenTable, "size" | "vectors">;

/** Called with a piece, by its place in the list of pieces, and its cosines with every piece of the story, from a place on. */
type Visit = (piece: number, cosines: Float32Array, from: number) => void;

/** Pieces that are multiplied at once, so that each number that is read is used several times. */
const [rows, columns] = [4, 4];

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
    this.bullets = new Float64Array(rows * table.size);
  }

  compare(bullets: Int32Array, story: Int32Array, visit: Visit): void {
    const width = this.packStory(story);
    for (let first = 0; first < bullets.length; first += rows) {
      const pieces = bullets.subarray(first, first + rows);
      this.unpackBullets(pieces);
      for (let column = 0; column < width; column += columns) this.multiply(column, width);
      for (const [k, piece] of pieces.entries()) {
        this.scale(k * width, story.length, this.factors[piece]!);
        visit(first + k, this.cosines, k * width);
      }
    }
  }

  /** Two of the story's vectors become one. Gives their number, with zeros at the end so that it is a multiple. */
  private packStory(pieces: Int32Array): number {
    const { vectors, size } = this.table;
    const width = Math.ceil(pieces.length / columns) * columns;
    if (this.storyFactors.length < width) {
      this.story = new Float64Array(width * size);
      this.storyFactors = new Float64Array(2 * width);
      this.cosines = new Float32Array(2 * width * rows);
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
  private multiply(column: number, width: number): void {
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
    unpack(l0, r0, cosines, column);
    unpack(l1, r1, cosines, column + width);
    unpack(l2, r2, cosines, column + 2 * width);
    unpack(l3, r3, cosines, column + 3 * width);
  }

  private scale(from: number, length: number, factor: number): void {
    const { cosines, storyFactors } = this;
    for (let k = 0; k < length; k++) cosines[from + k]! *= factor * storyFactors[k]!;
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
  out[at + 1] = upperLeft;
  out[at + 2] = right - upperRight * apart;
  out[at + 3] = upperRight;
}
