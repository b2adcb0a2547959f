import * as onnx from "./onnx.ts";

export interface BertShape {
  readonly vocabulary: number;
  readonly hidden: number;
  readonly heads: number;
  readonly layers: number;
  readonly inner: number;
  readonly positions: number;
}

/** The weights by the names that Hugging Face gives them; linear layers are [out, in], as there. */
export type Weights = (name: string, shape: readonly number[]) => ArrayLike<number>;

/** BERT (Devlin et al. 2019) as an ONNX file. */
export function bert(shape: BertShape, weights: Weights): Buffer {
  const graph = new BertGraph(shape, weights);
  graph.embed();
  graph.mask();
  for (let layer = 0; layer < shape.layers; layer++) graph.layer(`encoder.layer.${layer}`);
  return graph.finished();
}

class BertGraph {
  private readonly nodes: Buffer[] = [];
  private readonly tensors: Buffer[] = [];
  private state = "";

  constructor(
    private readonly shape: BertShape,
    private readonly weights: Weights,
  ) {
    const { hidden, heads } = shape;
    this.tensors.push(
      onnx.integers("zero", [], [0]),
      onnx.integers("one", [], [1]),
      onnx.integers("axes", [2], [1, 2]),
      onnx.integers("byHead", [4], [0, 0, heads, hidden / heads]),
      onnx.integers("joined", [3], [0, 0, hidden]),
      onnx.floats("unit", [], [1]),
      onnx.floats("half", [], [0.5]),
      onnx.floats("root2", [], [Math.SQRT2]),
      onnx.floats("never", [], [-10000]),
      onnx.floats("scale", [], [Math.sqrt(heads / hidden)]),
    );
  }

  embed(): void {
    const { vocabulary, positions, hidden } = this.shape;
    const words = this.weight("embeddings.word_embeddings.weight", [vocabulary, hidden]);
    const places = this.weight("embeddings.position_embeddings.weight", [positions, hidden]);
    const types = this.weight("embeddings.token_type_embeddings.weight", [2, hidden]);
    const length = this.op("Gather", [this.op("Shape", ["input_ids"]), "one"]);
    const place = this.op("Gather", [places, this.op("Range", ["zero", length, "one"])]);
    const word = this.op("Gather", [words, "input_ids"]);
    const type = this.op("Gather", [types, "token_type_ids"]);
    this.state = this.normalised(this.op("Add", [this.op("Add", [word, type]), place]), "embeddings.LayerNorm");
  }

  /** Added to attention scores: 0 for words, far below for padding. */
  mask(): void {
    const present = this.op("Cast", ["attention_mask"], { to: onnx.floatType });
    const absent = this.op("Mul", [this.op("Sub", ["unit", present]), "never"]);
    this.nodes.push(onnx.node("Unsqueeze", [absent, "axes"], "mask"));
  }

  layer(name: string): void {
    const { hidden, inner } = this.shape;
    const attended = this.linear(this.attention(name), `${name}.attention.output.dense`, hidden, hidden);
    this.state = this.normalised(this.op("Add", [this.state, attended]), `${name}.attention.output.LayerNorm`);
    const wide = this.gelu(this.linear(this.state, `${name}.intermediate.dense`, hidden, inner));
    const narrow = this.linear(wide, `${name}.output.dense`, inner, hidden);
    this.state = this.normalised(this.op("Add", [this.state, narrow]), `${name}.output.LayerNorm`);
  }

  finished(): Buffer {
    this.nodes.push(onnx.node("Identity", [this.state], "last_hidden_state"));
    const names = ["input_ids", "attention_mask", "token_type_ids"];
    return onnx.model({
      nodes: this.nodes,
      tensors: this.tensors,
      inputs: names.map((name) => onnx.port(name, onnx.integerType, ["texts", "tokens"])),
      outputs: [onnx.port("last_hidden_state", onnx.floatType, ["texts", "tokens", this.shape.hidden])],
    });
  }

  private attention(name: string): string {
    const { hidden } = this.shape;
    const part = (role: string, order: readonly number[]) => {
      const projected = this.linear(this.state, `${name}.attention.self.${role}`, hidden, hidden);
      return this.op("Transpose", [this.op("Reshape", [projected, "byHead"])], { perm: order });
    };
    const scores = this.op("MatMul", [part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1])]);
    const masked = this.op("Add", [this.op("Mul", [scores, "scale"]), "mask"]);
    const mixed = this.op("MatMul", [this.op("Softmax", [masked], { axis: -1 }), part("value", [0, 2, 1, 3])]);
    return this.op("Reshape", [this.op("Transpose", [mixed], { perm: [0, 2, 1, 3] }), "joined"]);
  }

  private linear(input: string, name: string, from: number, to: number): string {
    const weight = this.op("Transpose", [this.weight(`${name}.weight`, [to, from])], { perm: [1, 0] });
    return this.op("Add", [this.op("MatMul", [input, weight]), this.weight(`${name}.bias`, [to])]);
  }

  private normalised(input: string, name: string): string {
    const { hidden } = this.shape;
    const parts = [input, this.weight(`${name}.weight`, [hidden]), this.weight(`${name}.bias`, [hidden])];
    return this.op("LayerNormalization", parts, { axis: -1, epsilon: 1e-12 });
  }

  private gelu(input: string): string {
    const curve = this.op("Add", [this.op("Erf", [this.op("Div", [input, "root2"])]), "unit"]);
    return this.op("Mul", [this.op("Mul", [input, curve]), "half"]);
  }

  private weight(name: string, shape: readonly number[]): string {
    this.tensors.push(onnx.floats(name, shape, this.weights(name, shape)));
    return name;
  }

  private op(operator: string, inputs: readonly string[], attributes?: Parameters<typeof onnx.node>[3]): string {
    const output = `${operator}.${this.nodes.length}`;
    this.nodes.push(onnx.node(operator, inputs, output, attributes));
    return output;
  }
}
