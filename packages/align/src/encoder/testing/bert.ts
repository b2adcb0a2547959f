import { OnnxGraph } from "@plotline/nn/node";

export interface BertShape {
  readonly vocabulary: number;
  readonly hidden: number;
  readonly heads: number;
  readonly layers: number;
  readonly inner: number;
  readonly positions: number;
}

/** The weights by the names that Hugging Face gives them; linear layers are [out, in], as there. */
type Weights = (name: string, shape: readonly number[]) => ArrayLike<number>;

/** BERT (Devlin et al. 2019) as an ONNX file. */
export function bert(shape: BertShape, weights: Weights): Uint8Array {
  const layers = new BertLayers(shape, weights);
  let state = layers.embedding();
  for (let layer = 0; layer < shape.layers; layer++) state = layers.layer(state, `encoder.layer.${layer}`);
  layers.graph.output(state, "float32", ["texts", "tokens", shape.hidden]);
  return layers.graph.model();
}

class BertLayers {
  readonly graph = new OnnxGraph("bert");
  private readonly ids = this.graph.input("int64", ["texts", "tokens"], "input_ids");
  private readonly present = this.graph.input("int64", ["texts", "tokens"], "attention_mask");
  private readonly types = this.graph.input("int64", ["texts", "tokens"], "token_type_ids");
  private readonly one = this.number(1);
  private readonly mask = this.paddingMask();

  constructor(
    private readonly shape: BertShape,
    private readonly weights: Weights,
  ) {}

  embedding(): string {
    const { vocabulary, positions, hidden } = this.shape;
    const words = this.weight("embeddings.word_embeddings.weight", [vocabulary, hidden]);
    const places = this.weight("embeddings.position_embeddings.weight", [positions, hidden]);
    const types = this.weight("embeddings.token_type_embeddings.weight", [2, hidden]);
    const [zero, one] = [this.integers([], [0]), this.integers([], [1])];
    const length = this.op("Gather", this.op("Shape", this.ids), one);
    const place = this.op("Gather", places, this.op("Range", zero, length, one));
    const word = this.op("Add", this.op("Gather", words, this.ids), this.op("Gather", types, this.types));
    return this.normalised(this.op("Add", word, place), "embeddings.LayerNorm");
  }

  layer(state: string, name: string): string {
    const { hidden, inner } = this.shape;
    const attended = this.linear(this.attention(state, name), `${name}.attention.output.dense`, hidden, hidden);
    const middle = this.normalised(this.op("Add", state, attended), `${name}.attention.output.LayerNorm`);
    const wide = this.gelu(this.linear(middle, `${name}.intermediate.dense`, hidden, inner));
    const narrow = this.linear(wide, `${name}.output.dense`, inner, hidden);
    return this.normalised(this.op("Add", middle, narrow), `${name}.output.LayerNorm`);
  }

  /** Added to attention scores: 0 for words, far below for padding. */
  private paddingMask(): string {
    const present = this.graph.op("Cast", [this.present], { to: 1 });
    const absent = this.op("Mul", this.op("Sub", this.one, present), this.number(-10_000));
    return this.op("Unsqueeze", absent, this.integers([2], [1, 2]));
  }

  private attention(state: string, name: string): string {
    const { hidden, heads } = this.shape;
    const byHead = this.integers([4], [0, 0, heads, hidden / heads]);
    const part = (role: string, order: readonly number[]) => {
      const projected = this.linear(state, `${name}.attention.self.${role}`, hidden, hidden);
      return this.graph.op("Transpose", [this.op("Reshape", projected, byHead)], { perm: order });
    };
    const scores = this.op("MatMul", part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1]));
    const masked = this.op("Add", this.op("Mul", scores, this.number(Math.sqrt(heads / hidden))), this.mask);
    const shares = this.graph.op("Softmax", [masked], { axis: -1 });
    const mixed = this.graph.op("Transpose", [this.op("MatMul", shares, part("value", [0, 2, 1, 3]))], {
      perm: [0, 2, 1, 3],
    });
    return this.op("Reshape", mixed, this.integers([3], [0, 0, hidden]));
  }

  private linear(input: string, name: string, from: number, to: number): string {
    const weight = this.graph.op("Transpose", [this.weight(`${name}.weight`, [to, from])], { perm: [1, 0] });
    return this.op("Add", this.op("MatMul", input, weight), this.weight(`${name}.bias`, [to]));
  }

  private normalised(input: string, name: string): string {
    const { hidden } = this.shape;
    const [scale, shift] = [this.weight(`${name}.weight`, [hidden]), this.weight(`${name}.bias`, [hidden])];
    return this.graph.op("LayerNormalization", [input, scale, shift], { axis: -1 });
  }

  private gelu(input: string): string {
    const curve = this.op("Add", this.op("Erf", this.op("Mul", input, this.number(Math.SQRT1_2))), this.one);
    return this.op("Mul", this.op("Mul", input, curve), this.number(0.5));
  }

  private weight(name: string, shape: readonly number[]): string {
    return this.floats(shape, this.weights(name, shape));
  }

  private number(value: number): string {
    return this.floats([], [value]);
  }

  private floats(shape: readonly number[], values: ArrayLike<number>): string {
    return this.graph.constant("float32", shape, new Uint8Array(Float32Array.from(values).buffer));
  }

  private integers(shape: readonly number[], values: readonly number[]): string {
    return this.graph.constant("int64", shape, new Uint8Array(BigInt64Array.from(values, BigInt).buffer));
  }

  private op(kind: string, ...inputs: readonly string[]): string {
    return this.graph.op(kind, inputs);
  }
}
