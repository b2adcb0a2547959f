import { enlarged } from "./enlarged.ts";

/** The numbers of some forms, -1 for what is left out, and how many different ones there are. */
export interface Numbered {
  readonly numbers: Int32Array;
  readonly size: number;
}

/** Gives the words or forms of one chapter numbers from 0 on, chapter after chapter. */
export class TermNumbers {
  size = 0;
  /** By form: its number plus the `base` of the chapter that gave it. Bases only grow, so that one look suffices. */
  private numberOf = new Int32Array(0);
  private base = 1;
  private found: Int32Array = new Int32Array(0);

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
    const numbers = new Int32Array(forms.length);
    const found = this.withSpaceFor(forms.length);
    let { size } = this;
    for (let k = 0; k < forms.length; k++) {
      const form = forms[k]!;
      if (form < 0) {
        numbers[k] = -1;
        continue;
      }
      if (numberOf[form]! < base) {
        numberOf[form] = base + size;
        found[size++] = form;
      }
      numbers[k] = numberOf[form]! - base;
    }
    this.size = size;
    return numbers;
  }

  /** The same from 0 on, for all the forms of a chapter; forms are below `bound`. */
  table(forms: Int32Array, bound: number): Numbered {
    this.start(bound);
    const numbers = this.numbers(forms);
    return { numbers, size: this.size };
  }

  /** The forms by their numbers. */
  forms(): Int32Array {
    return this.found.slice(0, this.size);
  }

  private withSpaceFor(more: number): Int32Array {
    if (this.size + more > this.found.length) this.found = enlarged(this.found, 2 * (this.size + more));
    return this.found;
  }
}
