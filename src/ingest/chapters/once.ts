/** A function that is computed once for each thing it is asked about, and forgotten with it. */
export function once<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/** The same for things that are equal when their names are. */
export function onceByName<Key, Value>(
  nameOf: (key: Key) => string,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (key) => {
    const name = nameOf(key);
    const found = known.get(name) ?? { value: compute(key) };
    known.set(name, found);
    return found.value;
  };
}
