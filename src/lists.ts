/** The sum of numbers, or of a number of each item. */
export function sumOf(numbers: Iterable<number>): number;
export function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number): number;
export function sumOf<Item>(items: Iterable<Item>, of: (item: Item) => number = Number): number {
  let sum = 0;
  for (const item of items) sum += of(item);
  return sum;
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
