/** Numbers pairs of numbers from 0 in the order they come: open addressing, at most half full. Made to be used again. */
export class PairTable {
  size = 0;
  private mask = 0;
  /** Three numbers a slot: the pair, and its own number plus `base`. What is below the base is of an earlier use. */
  private slots = new Int32Array(0);
  private base = 1;

  /** Forgets all pairs; at most so many will come. */
  start(most: number): void {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.mask = capacity - 1;
    this.base += this.size;
    this.size = 0;
    if (capacity * 3 <= this.slots.length && this.base < 2 ** 30) return;
    this.slots = new Int32Array(capacity * 3);
    this.base = 1;
  }

  add(left: number, right: number): number {
    const { slots, base } = this;
    const slot = this.slot(left, right);
    if (slots[slot + 2]! < base) {
      slots[slot] = left;
      slots[slot + 1] = right;
      slots[slot + 2] = base + this.size++;
    }
    return slots[slot + 2]! - base;
  }

  /** -1 where the pair was never added. */
  find(left: number, right: number): number {
    const number = this.slots[this.slot(left, right) + 2]! - this.base;
    return number < 0 ? -1 : number;
  }

  private slot(left: number, right: number): number {
    const { slots, mask, base } = this;
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = at * 3;
      if (slots[slot + 2]! < base || (slots[slot] === left && slots[slot + 1] === right)) return slot;
    }
  }
}
