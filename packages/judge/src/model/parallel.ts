/** What `act` makes of each item, in their order, some of them in parallel; the first failure ends all. */
export async function inParallel<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  width: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let count = 0;
  for await (const item of items) {
    const place = count++;
    const one: Promise<void> = act(item)
      .then((result) => void (results[place] = result))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= width) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return results;
}
