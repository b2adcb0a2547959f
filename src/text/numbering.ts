import { integers } from "../room.ts";

/** Gives the words or forms of one chapter numbers from 0 on; its arrays are kept from chapter to chapter. */
export class Numbering {
  size = 0;
  /** By form: its number plus the `base` of the chapter that gave it. Bases only grow, so that one look tells. */
  private numberOf = new Int32Array(0);
  private base = 1;
  private found: Int32Array = new Int32Array(0);
  private readonly looked = integers();

  /** Forgets all numbers; forms will be below `bound`. */
  start(bound: number): void {
    this.base += this.size;
    this.size = 0;
    if (bound <= this.numberOf.length && this.base < 2 ** 30) return;
    this.numberOf = new Int32Array(bound * 2);
    this.base = 1;
  }

  /** The numbers of the first forms, in their order; -1 for what is negative. They may be written over the forms. */
  numbers(forms: Int32Array, count = forms.length, numbers: Int32Array = new Int32Array(count)): Int32Array {
    const { base, numberOf } = this;
    const found = this.roomFor(count);
    let { size } = this;
    for (let k = 0; k < count; k++) {
      const form = forms[k]!;
      if (form < 0) {
        numbers[k] = -1;
        continue;
      }
      // every fourth word is new: a branch would be guessed wrongly as often, and cost more than all else
      const known = numberOf[form]! - base;
      const isNew = known >> 31;
      const number = known + ((size - known) & isNew);
      numberOf[form] = base + number;
      found[number] = form;
      numbers[k] = number;
      size -= isNew;
    }
    this.size = size;
    return numbers;
  }

  /** The numbers of what a table says of some words, -1 where it says so; good until the next are asked for. */
  numbersOf(words: Int32Array, table: Int32Array): Int32Array {
    const forms = this.looked.take(words.length);
    for (let k = 0; k < words.length; k++) forms[k] = table[words[k]!]!;
    return this.numbers(forms, words.length, forms);
  }

  /** The forms by their numbers. */
  forms(): Int32Array {
    return this.found.slice(0, this.size);
  }

  private roomFor(more: number): Int32Array {
    if (this.size + more <= this.found.length) return this.found;
    const larger = new Int32Array(2 * (this.size + more));
    larger.set(this.found);
    return (this.found = larger);
  }
}
