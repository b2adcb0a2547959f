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
export function inputGroup<Name extends string>(group: string, declared: Readonly<Record<Name, Declared>>) {
  const names = Object.keys(declared) as Name[];
  const inputs = <T>(of: (name: Name, input: string) => readonly [string, T]) =>
    Object.fromEntries(names.map((name) => of(name, `${group}.${name}`)));
  return {
    /** What a network computes with. */
    tensors: (batch: Inputs) =>
      inputs((name, input) => [name, batch[declared[name].type](input, declared[name].shape)]) as Record<Name, Tensor>,
    /** The values of a batch, under the names that the network knows. */
    values: (values: Readonly<Record<Name, Value>>): Values => inputs((name, input) => [input, values[name]]),
  };
}
