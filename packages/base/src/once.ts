/** Makes a value when it is first asked for, and gives the same one from then on. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that is computed once for each thing that it is asked about, and forgotten with it. */
export function memo<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
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
export function memoByName<Key, Value>(
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
