import type { Inputs, Shape, Tensor, Value, Values } from "@plotline/nn";

interface Declared {
  readonly type: "integers" | "floats";
  readonly shape: Shape;
}

export function integers(...shape: Shape): Declared {
  return { type: "integers", shape };
}

export function floats(...shape: Shape): Declared {
  return { type: "floats", shape };
}

/** Whole numbers as a value of one dimension. */
export function listed(numbers: Iterable<number>): Value {
  const data = Int32Array.from(numbers);
  return { shape: [data.length], data };
}

/** Inputs that belong together, declared once: a network reads them and a batch gives their values by the same names. */
export class InputGroup<Name extends string> {
  constructor(
    private readonly group: string,
    private readonly declared: Readonly<Record<Name, Declared>>,
  ) {}

  /** What a network computes with. */
  tensors(batch: Inputs): Readonly<Record<Name, Tensor>> {
    return this.each((name, input) => batch[this.declared[name].type](input, this.declared[name].shape));
  }

  /** The values of a batch, under the names that the network knows. */
  values(values: Readonly<Record<Name, Value>>): Values {
    return Object.fromEntries(this.names.map((name) => [this.inputOf(name), values[name]]));
  }

  private each<T>(make: (name: Name, input: string) => T): Record<Name, T> {
    return Object.fromEntries(this.names.map((name) => [name, make(name, this.inputOf(name))])) as Record<Name, T>;
  }

  private get names(): Name[] {
    return Object.keys(this.declared) as Name[];
  }

  private inputOf(name: Name): string {
    return `${this.group}.${name}`;
  }
}
