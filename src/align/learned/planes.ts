import { reachColumns, reachRows } from "./shape.ts";

/**
 * How planes lie in memory: row after row of the chapter, two zeros after each row, zeros around the whole, so that a
 * neighbour is always at the same distance.
 */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly stride: number;
  /** Floats of a plane, and from one plane to the next. */
  readonly length: number;
  readonly pitch: number;
}

export function grid(rows: number, columns: number): Grid {
  const stride = columns + reachColumns;
  const length = Math.ceil((rows * stride) / 16) * 16;
  const guard = Math.ceil((reachRows * stride + reachColumns + 16) / 16) * 16;
  return { rows, columns, stride, length, pitch: length + guard };
}

/** Some rows of a chapter, from `from` on. */
export interface Strip extends Grid {
  readonly from: number;
}

/** A chapter cut into strips of whole rows, of about this many cells; a few times their planes fit into a cache. */
export function strips(shape: Grid, cells = 4096): readonly Strip[] {
  const { rows, columns, stride } = shape;
  const each = Math.max(1, Math.floor(cells / stride));
  if (each >= rows) return [{ ...shape, from: 0 }];
  const sixteens = (cells: number) => Math.ceil(cells / 16) * 16;
  const pitch = sixteens(each * stride) + 16;
  return Array.from({ length: Math.ceil(rows / each) }, (_, k) => {
    const from = k * each;
    const own = Math.min(each, rows - from);
    return { from, rows: own, columns, stride, length: sixteens(own * stride), pitch };
  });
}

/** The planes from the first row of a strip on. */
export function rowsOf(planes: Planes, { from, stride }: Strip): Planes {
  return { ...planes, at: planes.at + from * stride * 4 };
}

/** Planes of one kind: the address of the first. */
export interface Planes {
  readonly at: number;
  readonly count: number;
  readonly pitch: number;
}

/** What a block leaves behind for its gradient. */
export interface BlockTape {
  readonly input: Planes;
  readonly filtered: Planes;
  readonly rowMaxima: Planes;
  readonly columnMaxima: Planes;
  readonly inner: Planes;
  readonly output: Planes;
}

/** Everything that the last run computed, in memory until the arena is released. */
export interface Tape {
  readonly grid: Grid;
  readonly features: Planes;
  readonly inputInner: Planes;
  readonly first: Planes;
  readonly before: readonly BlockTape[];
  readonly scores: Planes;
  readonly paths: Planes;
  readonly pathInner: Planes;
  readonly joined: Planes;
  readonly after: readonly BlockTape[];
  readonly logits: Planes;
}

export function fours(count: number): number {
  return Math.ceil(count / 4) * 4;
}

export function eights(count: number): number {
  return Math.ceil(count / 8) * 8;
}
