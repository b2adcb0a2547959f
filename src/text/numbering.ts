/** Gives the words or forms of one chapter numbers from 0 on; its arrays are kept from chapter to chapter. */
export class Numbering {
  size = 0;
  /** By form: its number plus the `base` of the chapter that gave it. Bases only grow, so that one look tells. */
  private numberOf = new Int32Array(0);
  private base = 1;
  private forms: Int32Array = new Int32Array(0);

  /** Forgets all numbers; forms will be below `bound`. */
  start(bound: number): void {
    this.base += this.size;
    this.size = 0;
    if (bound <= this.numberOf.length && this.base < 2 ** 30) return;
    this.numberOf = new Int32Array(bound * 2);
    this.base = 1;
  }

  /** The numbers of some forms, in their order; -1 for what is negative. */
  numbers(forms: Int32Array): Int32Array {
    const { base, numberOf } = this;
    const found = this.roomFor(forms.length);
    const numbers = new Int32Array(forms.length);
    let { size } = this;
    for (let k = 0; k < numbers.length; k++) {
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

  /** The forms by their numbers. */
  found(): Int32Array {
    return this.forms.slice(0, this.size);
  }

  private roomFor(more: number): Int32Array {
    if (this.size + more <= this.forms.length) return this.forms;
    const larger = new Int32Array(2 * (this.size + more));
    larger.set(this.forms);
    return (this.forms = larger);
  }
}
