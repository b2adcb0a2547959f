/** Numbers pairs of numbers from 0 in order of appearance: open addressing, never more than half full. */
export class PairTable {
  size = 0;
  private readonly mask: number;
  /** Three numbers per slot: the pair, and its own number plus 1; 0 where the slot is empty. */
  private readonly slots: Int32Array;

  /** For `most` different pairs or fewer. */
  constructor(most: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.mask = capacity - 1;
    this.slots = new Int32Array(capacity * 3);
  }

  add(left: number, right: number): number {
    const { slots } = this;
    const slot = this.slot(left, right);
    if (slots[slot + 2] === 0) {
      slots[slot] = left;
      slots[slot + 1] = right;
      slots[slot + 2] = ++this.size;
    }
    return slots[slot + 2]! - 1;
  }

  /** -1 where the pair was never added. */
  find(left: number, right: number): number {
    return this.slots[this.slot(left, right) + 2]! - 1;
  }

  private slot(left: number, right: number): number {
    const { slots, mask } = this;
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = at * 3;
      if (slots[slot + 2] === 0 || (slots[slot] === left && slots[slot + 1] === right)) return slot;
    }
  }
}
