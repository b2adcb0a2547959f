import { type ChapterFeatures, planeNames, softness } from "./features.ts";
import type { Feed, Network } from "./network.ts";
import { fours, grid, type Planes } from "./planes.ts";

/** Features on one scale: value ← (value − middle) / spread, no further than `furthest` from 0. */
export interface Scale {
  readonly middles: Float32Array;
  readonly spreads: Float32Array;
}

const furthest = 4;

/** Writes a chapter's features where the network reads them: on their scale, or as they are. */
export function feeder(network: Network, chapter: ChapterFeatures, scale?: Scale): Feed {
  let block: Block | undefined;
  return (planes, from, to) => {
    block ??= new Block(network, chapter, to - from, scale);
    block.feed(planes, from, to);
  };
}

/** The address of a plane with the raw values of the rows at hand, without margins. */
type Recipe = (block: Block) => number;

const scores = ["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"];
const rivals = ["words", "content", "cosine"] as const;
const paths = planeNames.filter((name) => name.startsWith("paths"));

/** What the network sees of a cell: scores as logarithms, beside those of rivals, on paths, and where it stands. */
const recipes: readonly Recipe[] = [
  ...scores.map(
    (name): Recipe =>
      (block) =>
        block.logarithm(block.plane(name), "one"),
  ),
  (block) => block.plane("cosine"),
  (block) => block.ofRow(block.plane("words"), "reach"),
  ...["near 2", "near 5", "company"].map(
    (name): Recipe =>
      (block) =>
        block.plane(name),
  ),
  ...rivals.flatMap((name): Recipe[] => [
    (block) => block.ofRow(block.plane(name), name),
    (block) => block.ofColumn(block.plane(name), name),
  ]),
  (block) => block.ofRow(block.exponentials(), "soft"),
  (block) => block.ofColumn(block.exponentials(), "soft"),
  ...paths.flatMap((name): Recipe[] => [
    (block) => block.plane(name),
    (block) => block.logarithm(block.plane(name), "little"),
  ]),
  ...(["inParagraphs", "inWords"] as const).flatMap((measure): Recipe[] => [
    (block) => block.absolute(block.lag(measure)),
    (block) => block.lag(measure),
  ]),
  (block) => block.side(block.lag("inParagraphs")),
];

/** How many features there are, with those of whole bullets, paragraphs and chapters. */
export function featureCount({ ofBullet, ofParagraph, ofChapter }: ChapterFeatures): number {
  return recipes.length + ofBullet.length + ofParagraph.length + ofChapter.length;
}

type RowVector = "words" | "content" | "cosine" | "soft" | "reach";
type ColumnVector = Exclude<RowVector, "reach">;

/** Some rows of a chapter in the network's memory, and what is made of them. */
class Block {
  private readonly columns: number;
  private readonly stride: number;
  private readonly source: Planes;
  private readonly made: number;
  private readonly kept: number;
  private readonly constants: number;
  private readonly rowVectors = new Map<string, number>();
  private readonly columnVectors = new Map<string, number>();
  private readonly scales: number;
  private from = 0;
  private rows = 0;

  constructor(
    private readonly network: Network,
    private readonly chapter: ChapterFeatures,
    mostRows: number,
    private readonly scale: Scale | undefined,
  ) {
    const { arena } = network;
    this.columns = chapter.columns;
    this.stride = grid(chapter.rows, chapter.columns).stride;
    const room = fours(mostRows * this.columns) + 4;
    this.source = { at: arena.takeAsIs(planeNames.length * room), count: planeNames.length, pitch: room };
    [this.made, this.kept] = [arena.takeAsIs(room), arena.takeAsIs(room)];
    const { byRow, byColumn, bulletPlaces, paragraphPlaces } = chapter;
    for (const [name, values] of Object.entries({ ...byRow, ...bulletPlaces }))
      this.rowVectors.set(name, this.put(values));
    for (const [name, values] of Object.entries({ ...byColumn, ...paragraphPlaces }))
      this.columnVectors.set(name, this.put(values));
    this.constants = this.put(Float32Array.of(1, 1e-6, 1 / softness, -chapter.rows));
    this.scales = this.put(this.scaleTable());
  }

  feed(planes: Planes, from: number, to: number): void {
    this.from = from;
    this.rows = to - from;
    this.load();
    recipes.forEach((recipe, k) => {
      const { kernels } = this.network;
      const [x, y] = [recipe(this), planes.at + k * planes.pitch * 4];
      const bytes = this.columns * 4;
      kernels.standard(x, this.scales + k * 16, y, this.rows, bytes, 0, this.stride * 4, fours(this.columns) * 4);
    });
    this.spread(planes);
  }

  plane(name: string): number {
    return this.source.at + planeNames.indexOf(name) * this.source.pitch * 4;
  }

  logarithm(x: number, above: "one" | "little"): number {
    this.network.kernels.logarithm(this.constants + (above === "one" ? 0 : 4), x, this.made, this.bytes);
    return this.made;
  }

  absolute(x: number): number {
    this.network.kernels.absolute(x, this.made, this.bytes);
    return this.made;
  }

  /** On which side of the diagonal, and whether by some bullets or only a little: between 0 and 1. */
  side(lag: number): number {
    this.network.kernels.logistic(this.constants + 12, lag, this.made, this.bytes);
    return this.made;
  }

  exponentials(): number {
    this.network.kernels.exponential(this.constants + 8, this.plane("words"), this.kept, this.bytes);
    return this.kept;
  }

  ofRow(x: number, name: RowVector): number {
    const z = this.rowVectors.get(name)! + this.from * 4;
    const stride = this.columns * 4;
    this.network.kernels.rowTimes(x, z, this.made, this.rows, stride, 4, stride, fours(this.columns) * 4);
    return this.made;
  }

  ofColumn(x: number, name: ColumnVector): number {
    const z = this.columnVectors.get(name)!;
    const stride = this.columns * 4;
    this.network.kernels.columnTimes(x, z, this.made, this.rows, stride, 0, stride, fours(this.columns) * 4);
    return this.made;
  }

  /** How far the bullet is ahead of the paragraph. */
  lag(measure: "inParagraphs" | "inWords"): number {
    const [x, z] = [this.rowVectors.get(measure)! + this.from * 4, this.columnVectors.get(measure)!];
    const stride = this.columns * 4;
    this.network.kernels.difference(x, z, this.kept, this.rows, 4, 0, stride, fours(this.columns) * 4);
    return this.kept;
  }

  private get bytes(): number {
    return fours(this.rows * this.columns) * 4;
  }

  private load(): void {
    const { planes, rows, columns } = this.chapter;
    for (let k = 0; k < planeNames.length; k++) {
      const start = (k * rows + this.from) * columns;
      this.network.arena.floats.set(
        planes.subarray(start, start + this.rows * columns),
        this.source.at / 4 + k * this.source.pitch,
      );
    }
  }

  /** The features of whole bullets, paragraphs and the chapter, in every cell of theirs. */
  private spread(planes: Planes): void {
    const { ofBullet, ofParagraph, ofChapter } = this.chapter;
    let k = recipes.length;
    const plane = () => this.network.plane(planes, k, this.rows * this.stride);
    for (const values of ofBullet) {
      const target = plane();
      for (let row = 0; row < this.rows; row++)
        target.fill(this.scaled(k, values[this.from + row]!), row * this.stride, row * this.stride + this.columns);
      k++;
    }
    for (const values of ofParagraph) {
      const [target, scaled] = [plane(), values.map((value) => this.scaled(k, value))];
      for (let row = 0; row < this.rows; row++) target.set(scaled, row * this.stride);
      k++;
    }
    for (const value of ofChapter) {
      plane().fill(this.scaled(k, value));
      k++;
    }
  }

  private scaled(k: number, value: number): number {
    const { floats } = this.network.arena;
    const at = this.scales / 4 + k * 4;
    const most = floats[at + 2]!;
    return Math.max(-most, Math.min(most, (value - floats[at]!) * floats[at + 1]!));
  }

  private put(values: Float32Array): number {
    const address = this.network.arena.take(values.length);
    this.network.arena.floats.set(values, address / 4);
    return address;
  }

  /** Middle, factor and bound of each feature, four floats apart. */
  private scaleTable(): Float32Array {
    const table = new Float32Array(4 * featureCount(this.chapter));
    for (let k = 0; k < table.length / 4; k++)
      table.set(this.scale ? [this.scale.middles[k]!, 1 / this.scale.spreads[k]!, furthest] : [0, 1, 1e30], 4 * k);
    return table;
  }
}
