/** Where sequences go: `starts[n]` is the flattened step (step · rows + row) of the first token of sequence n. */
interface Arrangement {
  readonly steps: number;
  readonly rows: number;
  readonly starts: number[];
}

/**
 * Packs sequences into rows with an empty step between neighbours. Longer rows hold more sequences and waste less, but
 * every step has a price of its own, so the cheapest of a few row lengths is taken.
 */
export function arrange(lengths: readonly number[]): Arrangement {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  const tried = stretches.map((stretch) => intoRows(lengths, Math.ceil(longest * stretch)));
  return tried.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

const stretches = [1, 1.25, 1.5, 2, 3, 4];

/** The fixed cost of a step, in rows: a step of a few rows costs nearly as much as one of some more. */
const fixedPrice = 16;

function cost({ steps, rows }: Arrangement): number {
  return steps * (rows + fixedPrice);
}

/** First fit, longest first: within 22 % of the fewest rows (Johnson 1973), in practice within a few. */
function intoRows(lengths: readonly number[], capacity: number): Arrangement {
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
  const rows = Math.max(1, used.length);
  const steps = used.reduce((most, each) => Math.max(most, each), 1);
  return { steps, rows, starts: placed.map(({ row, step }) => step * rows + row) };
}

export function roundedUp(size: number, multiple: number): number {
  return Math.ceil(size / multiple) * multiple;
}
