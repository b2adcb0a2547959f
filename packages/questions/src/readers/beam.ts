/** What may come next: a probability for every token, for each text so far. */
export type Likely = (texts: readonly (readonly number[])[]) => Promise<readonly ArrayLike<number>[]>;

export interface BeamOptions {
  /** How many texts are followed at once. */
  readonly width: number;
  /** The most tokens of a text, its end not counted. */
  readonly longest: number;
  readonly end: number;
  /** Tokens that are never written. */
  readonly never: ReadonlySet<number>;
  /** A run of this many tokens is not written twice; 0 allows everything. */
  readonly unrepeated: number;
}

export interface Found {
  readonly text: readonly number[];
  /** The mean of the log-probabilities of its tokens and its end. */
  readonly score: number;
}

interface Open {
  readonly text: readonly number[];
  readonly sum: number;
}

/** Beam search: of all texts one token longer only the likeliest are followed; the best finished one by mean wins. */
export async function beamSearch(likely: Likely, options: BeamOptions): Promise<Found> {
  const finished: Found[] = [];
  let open: Open[] = [{ text: [], sum: 0 }];
  for (let length = 0; open.length > 0; length++) {
    const next = await likely(open.map(({ text }) => text));
    const longer = open.flatMap((each, place) => continuations(each, next[place] ?? [], length, options));
    longer.sort((a, b) => b.sum - a.sum);
    open = [];
    for (const { text, sum, ended } of longer.slice(0, options.width)) {
      if (ended) finished.push({ text, score: sum / (text.length + 1) });
      else open.push({ text, sum });
    }
  }
  return finished.reduce((best, each) => (each.score > best.score ? each : best), finished[0] ?? nothing);
}

const nothing: Found = { text: [], score: Number.NEGATIVE_INFINITY };

/** The likeliest ways to continue; at the greatest length only to end. */
function continuations(
  { text, sum }: Open,
  next: ArrayLike<number>,
  length: number,
  { width, longest, end, never, unrepeated }: BeamOptions,
): (Open & { readonly ended: boolean })[] {
  const ended = { text, sum: sum + Math.log(next[end] ?? 0), ended: true };
  if (length >= longest) return [ended];
  const allowed = Array.from(next, (probability, token) => ({ probability, token })).filter(
    ({ token, probability }) =>
      token !== end && probability > 0 && !never.has(token) && !repeats(text, token, unrepeated),
  );
  const likeliest = allowed.sort((a, b) => b.probability - a.probability).slice(0, width);
  const longer = likeliest.map(({ probability, token }) => ({
    text: [...text, token],
    sum: sum + Math.log(probability),
    ended: false,
  }));
  return text.length === 0 ? longer : [...longer, ended];
}

function repeats(text: readonly number[], token: number, size: number): boolean {
  if (size < 1 || text.length < size) return false;
  const tail = [...text.slice(text.length - size + 1), token];
  return text.some((_, at) => at + size <= text.length && tail.every((each, k) => text[at + k] === each));
}
