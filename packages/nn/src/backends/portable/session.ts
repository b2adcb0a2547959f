import type { Compiled } from "../../compile.ts";
import { feedName, type ModelInput } from "../../feeds.ts";
import { isStep, type Tensor } from "../../graph.ts";
import type { Values } from "../../shape.ts";
import { noMask, type PortableOptions, PortableProgram } from "./program.ts";

/** A portable program with the same interface as an ONNX model's session. */
export class PortableSession implements Compiled {
  readonly inputs: readonly ModelInput[];
  readonly outputs: readonly string[];
  private readonly program: PortableProgram;
  private readonly names = new Map<Tensor, string>();

  constructor(outputs: readonly Tensor[], options: PortableOptions = {}) {
    this.program = new PortableProgram(outputs, options);
    this.outputs = outputs.map((_, place) => `output ${place}`);
    const inputs = new Map<string, ModelInput>();
    for (const tensor of this.program.feeds) {
      const { source, shape, type } = tensor;
      if (isStep(source) || (source.feed === "keep" && !options.training)) continue;
      const name = feedName(source, inputs.size);
      inputs.set(name, { name, shape, type, feed: source });
      this.names.set(tensor, name);
    }
    this.inputs = [...inputs.values()];
  }

  /** The results by name; those with a target are written there. */
  async run(feeds: Values, targets: Values = {}): Promise<Values> {
    const results = this.program.runWith((tensor) => feeds[this.names.get(tensor) ?? ""] ?? noMask);
    return Object.fromEntries(
      this.outputs.map((name, place) => {
        const result = results[place]!;
        const target = targets[name];
        target?.data.set(result.data);
        return [name, target ?? result];
      }),
    );
  }

  async close(): Promise<void> {}
}
