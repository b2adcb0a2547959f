/** What was made of the last few objects: a `WeakMap` for work that goes on from one to the next, at no cost to the collector. */
export class Recent<Key extends object, Value> {
  private readonly entries: { readonly key: Key; readonly value: Value }[] = [];

  constructor(private readonly count: number) {}

  get(key: Key): Value | undefined {
    for (const entry of this.entries) if (entry.key === key) return entry.value;
    return undefined;
  }

  set(key: Key, value: Value): void {
    this.entries.unshift({ key, value });
    if (this.entries.length > this.count) this.entries.pop();
  }
}
