/** Of items in order, those whose places never fall, with the largest sum of weights; of equals the first. */
export function heaviestChain<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
  weightOf: (item: Item) => number = () => 1,
): Item[] {
  const best: number[] = [];
  const before: number[] = [];
  items.forEach((item, k) => {
    let most = 0;
    let from = -1;
    for (let p = 0; p < k; p++)
      if (placeOf(items[p]!) <= placeOf(item) && best[p]! > most) [most, from] = [best[p]!, p];
    best.push(most + weightOf(item));
    before.push(from);
  });
  const chain: Item[] = [];
  for (let k = best.indexOf(Math.max(...best)); k >= 0; k = before[k]!) chain.unshift(items[k]!);
  return chain;
}
