/** The numbers of some forms, -1 for what is left out, and how many different ones there are. */
export interface Numbered {
  readonly numbers: Int32Array;
  readonly size: number;
}

/** Gives the words or forms of one chapter numbers from 0 on, chapter after chapter. */
export class TermNumbers {
  /** By form: its number plus the `base` of the chapter that gave it. Bases only grow, so that one look suffices. */
  private numberOf = new Int32Array(0);
  private base = 1;
  private found: number[] = [];

  get size(): number {
    return this.found.length;
  }

  /** Forgets all numbers; forms will be below `bound`. */
  start(bound: number): void {
    this.base += this.size;
    this.found = [];
    if (bound <= this.numberOf.length && this.base < 2 ** 30) return;
    this.numberOf = new Int32Array(bound * 2);
    this.base = 1;
  }

  /** The numbers of some forms, in their order; -1 for what is negative. */
  numbers(forms: Int32Array): Int32Array {
    const { base, numberOf, found } = this;
    const numbers = new Int32Array(forms.length).fill(-1);
    for (let k = 0; k < forms.length; k++) {
      const form = forms[k]!;
      if (form < 0) continue;
      if (numberOf[form]! < base) numberOf[form] = base + found.push(form) - 1;
      numbers[k] = numberOf[form]! - base;
    }
    return numbers;
  }

  /** The same from 0 on, for all the forms of a chapter; forms are below `bound`. */
  table(forms: Int32Array, bound: number): Numbered {
    this.start(bound);
    return { numbers: this.numbers(forms), size: this.size };
  }

  /** The forms by their numbers. */
  forms(): Int32Array {
    return new Int32Array(this.found);
  }
}
