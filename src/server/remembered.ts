/** Remembers the answers that were asked for last, at most `most` of them. */
export class Remembered<Value> {
  private readonly kept = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const value = this.kept.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** A map keeps the order in which keys came, so the first one has been unused for longest. */
  set(key: string, value: Value): void {
    this.kept.delete(key);
    this.kept.set(key, value);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
  }
}
