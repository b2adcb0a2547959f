/** Sequences that go through the model together, and where each came from. */
export interface Batch {
  readonly sequences: readonly Int32Array[];
  readonly places: readonly number[];
}

/** Sorted by length, so that little is padded; a batch holds at most `budget` tokens, padding included. */
export function* batches(sequences: readonly Int32Array[], budget: number): Iterable<Batch> {
  const order = [...sequences.keys()].sort((a, b) => sequences[a]!.length - sequences[b]!.length || a - b);
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && (end === start || sequences[order[end]!]!.length * (end - start + 1) <= budget)) end++;
    const places = order.slice(start, end);
    yield { places, sequences: places.map((place) => sequences[place]!) };
  }
}
