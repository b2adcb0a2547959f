import { Problem } from "@plotline/base";
import { type DataType, input, type Tensor } from "./graph.ts";
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

  private declare(name: string, shape: Shape, type: DataType): Tensor {
    const tensor = this.declared.get(name) ?? input(name, shape, type);
    if (!sameShape(tensor.shape, shape) || tensor.type !== type) {
      throw new Problem(`The input "${name}" is declared twice, with different shapes.`);
    }
    this.declared.set(name, tensor);
    return tensor;
  }
}
