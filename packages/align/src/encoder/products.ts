import { OnnxGraph, onnxRuntime } from "@plotline/nn/node";

/** Every vector of `a` times every vector of `b`, row by row. */
export type Products = (a: Float32Array, b: Float32Array, size: number) => Promise<Float32Array>;

/** A chapter has millions of pairs of tokens, too many for a loop in JavaScript: onnxruntime multiplies. */
export async function openProducts(threads?: number): Promise<Products> {
  const onnx = await onnxRuntime("An encoder");
  const session = await onnx.InferenceSession.create(transposedProduct(), {
    logSeverityLevel: 4,
    ...(threads !== undefined && { intraOpNumThreads: threads }),
  });
  return async (a, b, size) => {
    if (a.length === 0 || b.length === 0) return new Float32Array(0);
    const feeds = {
      a: new onnx.Tensor("float32", a, [a.length / size, size]),
      b: new onnx.Tensor("float32", b, [b.length / size, size]),
    };
    const results = await session.run(feeds);
    return results[session.outputNames[0]!]!.data as Float32Array;
  };
}

function transposedProduct(): Uint8Array {
  const graph = new OnnxGraph("products");
  const a = graph.input("float32", ["rows", "size"], "a");
  const b = graph.input("float32", ["columns", "size"], "b");
  graph.output(graph.op("Gemm", [a, b], { transB: 1 }), "float32", ["rows", "columns"]);
  return graph.model();
}
