/** Keeps the disk busy: the next few are being read while one is worked on. In order; memory stays flat. */
export async function* readAhead<T>(tasks: Iterable<() => Promise<T>>, ahead = 8): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  for (const task of tasks) {
    const started = task();
    started.catch(() => undefined);
    underWay.push(started);
    const first = underWay.length > ahead ? underWay.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const rest of underWay) yield await rest;
}
