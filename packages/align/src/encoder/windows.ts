/** Paragraphs cut into windows that a model can read at once, and where in them each token is. */
export interface Windows {
  readonly sequences: readonly Int32Array[];
  /** Token k, counted through all paragraphs, is in window `window[k]` at `place[k]`. */
  readonly window: Int32Array;
  readonly place: Int32Array;
  /** The first token of each paragraph, and the number of all tokens. */
  readonly starts: Int32Array;
}

interface WindowOptions {
  /** Tokens of a window, special ones included. */
  readonly length: number;
  /** Of these, on each side, tokens that belong to a neighbour and are only read as context. */
  readonly margin: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * The paragraphs one after the other as one stream, with the end-of-text token between them; each window has its own
 * stretch of the stream and margins around it, so that every token is read in its context.
 */
export function windows(paragraphs: readonly (readonly number[])[], options: WindowOptions): Windows {
  const { length, margin, before, after } = options;
  const own = length - before.length - after.length - 2 * margin;
  const stream: number[] = [];
  const at: number[] = [];
  const starts = new Int32Array(paragraphs.length + 1);
  paragraphs.forEach((ids, k) => {
    for (const id of ids) at.push(stream.push(id) - 1);
    stream.push(...after);
    starts[k + 1] = at.length;
  });
  const firstOf = (window: number) => Math.max(0, window * own - margin);
  const sequences = Array.from({ length: Math.ceil(stream.length / own) }, (_, window) =>
    Int32Array.from([...before, ...stream.slice(firstOf(window), (window + 1) * own + margin), ...after]),
  );
  const window = Int32Array.from(at, (position) => Math.floor(position / own));
  const place = Int32Array.from(at, (position, k) => before.length + position - firstOf(window[k]!));
  return { sequences, window, place, starts };
}
