/** Where sequences go: `starts[n]` is the flattened step (step · rows + row) of the first token of sequence n. */
interface Arrangement {
  readonly steps: number;
  readonly rows: number;
  readonly starts: number[];
}

/** How rows may be laid out; by default as is cheapest on a processor. */
export interface PackOptions {
  /** The length of rows, or the lengths to choose from: a GPU compiles a program for each length. */
  readonly steps?: number | readonly number[];
  /** Rows are rounded up to a multiple of this: a GPU allocates memory for every size it meets. */
  readonly multiple?: number;
}

/** For `provider: "webgpu"`: few sizes. */
export const forGpu: PackOptions = { steps: [32, 64, 128, 256], multiple: 32 };

/**
 * Packs sequences into rows with an empty step between neighbours. Longer rows hold more sequences and waste less, but
 * every step has a price of its own, so the cheapest of a few row lengths is taken.
 */
export function arrange(lengths: readonly number[], { steps, multiple = 1 }: PackOptions = {}): Arrangement {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  if (steps === undefined) {
    const tried = stretches.map((stretch) => intoRows(lengths, Math.ceil(longest * stretch), multiple));
    return cheapest(tried, fixedPrice.processor);
  }
  const tried = longEnough([steps].flat(), longest).map((each) => ({
    ...intoRows(lengths, each, multiple),
    steps: each,
  }));
  return cheapest(tried, fixedPrice.gpu);
}

const stretches = [1, 1.25, 1.5, 2, 3, 4];

/** The fixed cost of a step, in rows: a step of a few rows costs nearly as much as one of some more. */
const fixedPrice = { processor: 16, gpu: 512 };

function cheapest(tried: readonly Arrangement[], price: number): Arrangement {
  const cost = ({ steps, rows }: Arrangement) => steps * (rows + price);
  return tried.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/** Where none is long enough, the last is doubled until it is. */
function longEnough(steps: readonly number[], longest: number): number[] {
  const enough = steps.filter((each) => each >= longest);
  if (enough.length > 0) return enough;
  let last = Math.max(1, ...steps);
  while (last < longest) last *= 2;
  return [last];
}

/** First fit, longest first: within 22 % of the fewest rows (Johnson 1973), in practice within a few. */
function intoRows(lengths: readonly number[], capacity: number, multiple: number): Arrangement {
  const longestFirst = [...lengths.keys()].sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const used: number[] = [];
  const placed = lengths.map(() => ({ row: 0, step: 0 }));
  for (const number of longestFirst) {
    const length = Math.max(1, lengths[number]!);
    const fits = used.findIndex((steps) => steps + 1 + length <= capacity);
    const row = fits < 0 ? used.length : fits;
    const step = fits < 0 ? 0 : used[row]! + 1;
    used[row] = step + length;
    placed[number] = { row, step };
  }
  const rows = roundedUp(Math.max(1, used.length), multiple);
  const steps = used.reduce((most, each) => Math.max(most, each), 1);
  return { steps, rows, starts: placed.map(({ row, step }) => step * rows + row) };
}

export function roundedUp(size: number, multiple = 1): number {
  return Math.ceil(size / multiple) * multiple;
}
