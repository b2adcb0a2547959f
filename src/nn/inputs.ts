import { Problem } from "../problem.ts";
import { type DataType, input, type Tensor } from "./graph.ts";
import { type Groups, groupInputs } from "./layers/groups.ts";
import { type Sequences, sequenceInputs } from "./layers/sequences.ts";
import { type Shape, sameShape } from "./shape.ts";

/** The inputs that every batch must supply, declared while the model is built. */
export class Inputs {
  private readonly declared = new Map<string, Tensor>();

  floats(name: string, shape: Shape): Tensor {
    return this.declare(name, shape, "float32");
  }

  integers(name: string, shape: Shape): Tensor {
    return this.declare(name, shape, "int32");
  }

  /** Token sequences of any lengths; `packed` makes their values. */
  sequences(name: string, { like }: { like?: Sequences } = {}): Sequences {
    return sequenceInputs(this, name, like);
  }

  /** Which members belong to which group (paragraphs to questions); `grouped` makes its values. */
  groups(name: string, members: string, groups: string): Groups {
    return groupInputs(this, name, members, groups);
  }

  private declare(name: string, shape: Shape, type: DataType): Tensor {
    const tensor = this.declared.get(name) ?? input(name, shape, type);
    if (!sameShape(tensor.shape, shape) || tensor.type !== type) {
      throw new Problem(`The input "${name}" is declared twice, with different shapes.`);
    }
    this.declared.set(name, tensor);
    return tensor;
  }
}
