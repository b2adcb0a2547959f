/** Sequences that go through the model together, and where each came from. */
interface Batch {
  readonly sequences: readonly Int32Array[];
  readonly places: readonly number[];
}

/**
 * Sorted by length, so that little is padded; a batch holds at most `budget` tokens, padding included. Where a model
 * does not take an attention mask (`pads` is false), a batch has sequences of one length only.
 */
export function* batches(sequences: readonly Int32Array[], budget: number, pads = true): Iterable<Batch> {
  const order = [...sequences.keys()].sort((a, b) => sequences[a]!.length - sequences[b]!.length || a - b);
  const length = (k: number) => sequences[order[k]!]!.length;
  const fits = (start: number, k: number) =>
    length(k) * (k - start + 1) <= budget && (pads || length(k) === length(start));
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && (end === start || fits(start, end))) end++;
    const places = order.slice(start, end);
    yield { places, sequences: places.map((place) => sequences[place]!) };
  }
}
