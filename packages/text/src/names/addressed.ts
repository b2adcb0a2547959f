/** A paragraph of a play: who speaks, if the play says so, and whom it names, the speaker's own label left out. */
export interface Speech {
  readonly speaker: number | undefined;
  readonly named: readonly number[];
}

/** How many speeches around a name its owner is looked for in. */
const reach = 6;
/** How often the owner must be found there. */
const leastNear = 0.6;
/** How often people say their own name, at most (or once). */
const mostOwn = 0.1;

/**
 * Those of a play who never speak under a name and those who may go by it: Gaev speaks, and the others call him Leonid.
 * Whoever is called so is nearly always there when the name falls, and hardly ever says it.
 */
export function addressedSpeakers(speeches: readonly Speech[]): (readonly [speaker: number, name: number])[] {
  const speakers = new Set(speeches.flatMap(({ speaker }) => speaker ?? []));
  const places = new Map<number, number[]>();
  speeches.forEach(({ named }, k) => {
    for (const name of new Set(named)) if (!speakers.has(name)) places.set(name, [...(places.get(name) ?? []), k]);
  });
  return [...places].flatMap(([name, at]) => {
    if (at.length < 2) return [];
    const most = Math.max(at.length > 2 ? 1 : 0, mostOwn * at.length);
    const own = tally(at.flatMap((k) => speeches[k]?.speaker ?? []));
    const near = tally(at.flatMap((k) => [...new Set(speakersAround(speeches, k))]));
    return [...near]
      .filter(([speaker, count]) => count >= leastNear * at.length && (own.get(speaker) ?? 0) <= most)
      .map(([speaker]) => [speaker, name] as const);
  });
}

function speakersAround(speeches: readonly Speech[], at: number): number[] {
  const around = speeches.slice(Math.max(0, at - reach), at + reach + 1);
  return around.flatMap(({ speaker }) => speaker ?? []);
}

/** How often each value is there. */
export function tally<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
