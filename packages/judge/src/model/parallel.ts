/** What `act` makes of each item, in their order, some of them in parallel; the first failure ends all. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let place = next++; place < items.length; place = next++) results[place] = await act(items[place]!);
  };
  await Promise.all(Array.from({ length: width }, work)).finally(() => void (next = items.length));
  return results;
}
