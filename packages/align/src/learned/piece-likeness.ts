import { Kernel } from "@plotline/nn";
import type { TokenTable } from "@plotline/text";
import { atOnce, type Likeness, type Regions, type WeighedTokens } from "./late-interaction.ts";

/** A table's vectors in a kernel's memory, compared by direction. */
export class PieceVectors {
  readonly kernel: Kernel;
  /** By piece: a vector of `size` bytes, a multiple of 16, which the kernel holds, and 1 / its length. */
  readonly size: number;
  readonly factors: Float32Array;

  constructor({ size, vectors }: Pick<TokenTable, "size" | "vectors">) {
    const pieces = vectors.length / size;
    this.size = 16 * Math.ceil(size / 16);
    const held = new Int8Array(pieces * this.size);
    this.factors = new Float32Array(pieces);
    for (let piece = 0; piece < pieces; piece++) {
      const vector = vectors.subarray(piece * size, (piece + 1) * size);
      held.set(vector, piece * this.size);
      let squares = 0;
      for (let n = 0; n < size; n++) squares += vector[n]! * vector[n]!;
      this.factors[piece] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    }
    this.kernel = new Kernel(held);
  }

  /** Where the kernel has the vector of a piece. */
  addressOf(piece: number): number {
    return this.kernel.held + piece * this.size;
  }

  /** The weighted sum of the vectors of each paragraph, one after the other. */
  sums({ starts, terms, weights, size }: WeighedTokens, pieces: Int32Array): Float32Array {
    const { kernel, factors } = this;
    const entries = terms.length;
    const bytes = 4 * terms.length;
    const out = 4 * size * this.size;
    const at = kernel.layOut({ starts: starts.byteLength, numbers: bytes, weights: bytes, out });
    kernel.integers(at.starts, starts.length).set(starts);
    const numbers = kernel.integers(at.numbers, entries);
    const scaled = kernel.floats(at.weights, entries);
    for (let k = 0; k < entries; k++) {
      const piece = pieces[terms[k]!]!;
      numbers[k] = piece;
      scaled[k] = weights[k]! * factors[piece]!;
    }
    kernel.loops.vectorSums(kernel.held, this.size, at.numbers, at.weights, at.starts, size, at.out);
    return kernel.floats(at.out, size * this.size).slice();
  }
}

/** The cosines of some pieces of a table, the points', with others, the story's. */
export class PieceLikeness implements Likeness {
  readonly regions: Regions;

  constructor(
    private readonly table: PieceVectors,
    private readonly points: Int32Array,
    private readonly story: Int32Array,
  ) {
    const size = 2 * table.size;
    const count = 8 * Math.ceil(story.length / 8);
    const ofStory = { numbers: 4 * count, vectors: size * count, factors: 4 * count };
    this.regions = { ...ofStory, ours: size * atOnce, ourFactors: 4 * atOnce };
  }

  start(at: Regions): void {
    const { table, story } = this;
    const { kernel } = table;
    const count = 8 * Math.ceil(story.length / 8);
    const numbers = kernel.integers(at["numbers"]!, count);
    const factors = kernel.floats(at["factors"]!, count);
    for (let k = 0; k < count; k++) {
      numbers[k] = story[k] ?? 0;
      factors[k] = table.factors[numbers[k]!]!;
    }
    kernel.loops.interleave(kernel.held, table.size, at["numbers"]!, count, at["vectors"]!);
  }

  writeRows(first: number, width: number, to: number, at: Regions): void {
    const { table, points } = this;
    const { size, factors, kernel } = table;
    const ourFactors = kernel.floats(at["ourFactors"]!, atOnce);
    for (let lane = 0; lane < atOnce && first + lane < points.length; lane++) {
      const piece = points[first + lane]!;
      kernel.loops.widen(table.addressOf(piece), size, at["ours"]! + 2 * lane * size);
      ourFactors[lane] = factors[piece]!;
    }
    kernel.loops.cosines(at["ours"]!, at["ourFactors"]!, at["vectors"]!, at["factors"]!, size, width, to);
  }
}
