import type { Kernel } from "../../kernel.ts";
import type { TokenTable } from "../../text/pieces/token-table.ts";
import { atOnce, type Likeness } from "./late-interaction.ts";

/** Vectors of bytes, one after the other. */
type Vectors = Pick<TokenTable, "size" | "vectors">;

/** By piece of a table: 1 / the length of its vector. */
export function inverseLengths({ vectors, size }: Vectors): Float32Array {
  const made = new Float32Array(vectors.length / size);
  for (let piece = 0; piece < made.length; piece++) {
    let squares = 0;
    for (let n = piece * size; n < (piece + 1) * size; n++) squares += vectors[n]! * vectors[n]!;
    made[piece] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }
  return made;
}

/** The cosines of some pieces of a table, the bullets', with others, the story's. */
export class PieceLikeness implements Likeness {
  readonly bytes: number;
  /** Numbers of a vector as they are laid out, an even number, and vectors of the story, in eights. */
  private readonly size: number;
  private readonly count: number;
  private readonly addresses = { bullets: 0, factors: 0, story: 0, storyFactors: 0 };

  constructor(
    private readonly table: Vectors & { readonly factors: Float32Array },
    private readonly bullets: Int32Array,
    private readonly story: Int32Array,
  ) {
    this.size = 2 * Math.ceil(table.size / 2);
    this.count = 8 * Math.ceil(story.length / 8);
    this.bytes = 2 * this.size * (this.count + atOnce) + 4 * (this.count + atOnce);
  }

  start(on: Kernel, address: number): void {
    const { size, count, addresses } = this;
    addresses.story = address;
    addresses.bullets = address + 2 * size * count;
    addresses.storyFactors = addresses.bullets + 2 * size * atOnce;
    addresses.factors = addresses.storyFactors + 4 * count;
    this.layStoryOut(on.shorts(address, size * count), on.floats(addresses.storyFactors, count));
  }

  writeRows(on: Kernel, first: number, width: number, address: number): void {
    const { size, addresses } = this;
    const { vectors, factors, size: length } = this.table;
    const numbers = on.shorts(addresses.bullets, size * atOnce);
    const ofFour = on.floats(addresses.factors, atOnce);
    for (let lane = 0; lane < atOnce && first + lane < this.bullets.length; lane++) {
      const piece = this.bullets[first + lane]!;
      for (let n = 0; n < length; n++) numbers[lane * size + n] = vectors[piece * length + n]!;
      ofFour[lane] = factors[piece]!;
    }
    on.loops.cosines(
      addresses.bullets,
      addresses.factors,
      addresses.story,
      addresses.storyFactors,
      size,
      width,
      address,
    );
  }

  /** Two numbers of each of eight vectors, then the next two: [count / 8, size / 2, 8, 2]. */
  private layStoryOut(numbers: Int16Array, storyFactors: Float32Array): void {
    const { story, size } = this;
    const { vectors, factors, size: length } = this.table;
    numbers.fill(0);
    storyFactors.fill(0);
    for (let k = 0; k < story.length; k++) {
      const [from, to] = [story[k]! * length, (k >> 3) * 8 * size + 2 * (k & 7)];
      for (let n = 0; n < length; n++) numbers[to + (n >> 1) * 16 + (n & 1)] = vectors[from + n]!;
      storyFactors[k] = factors[story[k]!]!;
    }
  }
}
