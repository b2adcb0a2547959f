import { Problem, random } from "@plotline/base";
import { parameter, type Tensor } from "./graph.ts";
import { lookup } from "./ops/rows.ts";
import { elements, sameShape, showShape } from "./shape.ts";

/** How a weight starts: `uniform` within ±bound, `normal` with a deviation, or one value. */
export type Initial = { readonly uniform: number } | { readonly normal: number } | { readonly value: number };

export interface Declaration {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initial: Initial;
  /** A table is only ever looked up by rows: its gradient is sparse, and only the rows of a batch are moved. */
  readonly table: boolean;
}

/** What a model declares while it is built: asking again for a name gives the same weights. */
export class Parameters {
  private readonly tensors = new Map<string, Tensor>();
  readonly declared = new Map<string, Declaration>();

  weight(name: string, shape: readonly number[], initial: Initial = glorot(shape)): Tensor {
    this.declare({ name, shape, initial, table: false });
    const tensor = this.tensors.get(name) ?? parameter(name, shape);
    this.tensors.set(name, tensor);
    return tensor;
  }

  /** The rows of a table that `ids` (an input of the batch) names. */
  rows(
    name: string,
    shape: readonly [count: number, width: number],
    ids: Tensor,
    initial: Initial = { normal: 0.1 },
  ): Tensor {
    this.declare({ name, shape, initial, table: true });
    return lookup({ name, width: shape[1] }, ids);
  }

  weights(): Tensor[] {
    return [...this.tensors.values()];
  }

  private declare(declaration: Declaration): void {
    const { name, shape, table } = declaration;
    const before = this.declared.get(name);
    if (before !== undefined && (!sameShape(before.shape, shape) || before.table !== table)) {
      throw new Problem(
        `The parameter "${name}" is already ${showShape(before.shape)}; it cannot also be ${showShape(shape)}.`,
      );
    }
    if (before === undefined) this.declared.set(name, declaration);
  }
}

/** The first values of a parameter: the same for one seed, whatever else the model has. */
export function initialValues({ name, shape, initial }: Declaration, seed: number, into: Float32Array): void {
  const next = random(seed, "initial", name);
  const count = elements(shape);
  for (let place = 0; place < count; place++) into[place] = draw(initial, next);
}

function draw(initial: Initial, next: () => number): number {
  if ("value" in initial) return initial.value;
  if ("uniform" in initial) return initial.uniform * (2 * next() - 1);
  return initial.normal * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Glorot and Bengio 2010: ±√(6 / (fan in + fan out)); vectors start at 0. */
function glorot(shape: readonly number[]): Initial {
  const [rows, columns] = [shape.at(-2), shape.at(-1)];
  return rows === undefined || columns === undefined ? { value: 0 } : { uniform: Math.sqrt(6 / (rows + columns)) };
}
