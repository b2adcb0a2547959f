/** The sum of numbers, or of a number of each item. */
export function sumOf(numbers: Iterable<number>): number;
export function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number): number;
export function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number = Number): number {
  let sum = 0;
  for (const item of items) sum += of(item);
  return sum;
}

/** The middle of some numbers, and the larger of the two where their count is even; 0 where there are none. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** Items by a key, both in the order in which they first come. */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Where each of several lists begins once they are joined. */
export function startsOf(lists: readonly (readonly unknown[])[]): number[] {
  let before = 0;
  return lists.map(({ length }) => (before += length) - length);
}

/** Parts of about equal cost: the costliest item first, each to the part that has least; none is empty. */
export function balanced<Item>(items: readonly Item[], count: number, costOf: (item: Item) => number): Item[][] {
  const parts = Array.from({ length: count }, () => ({ cost: 0, items: [] as Item[] }));
  const costs = items.map((item) => ({ item, cost: costOf(item) }));
  for (const { item, cost } of costs.sort((a, b) => b.cost - a.cost)) {
    const least = parts.reduce((best, part) => (part.cost < best.cost ? part : best));
    least.items.push(item);
    least.cost += cost;
  }
  return parts.map((part) => part.items).filter(({ length }) => length > 0);
}

/** The items in their order, `size` of them at a time. */
export function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, k) => items.slice(k * size, (k + 1) * size));
}
