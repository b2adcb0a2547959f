/** One thread: more need headers that plain file servers do not send. */
export async function onnxRuntime() {
  // biome-ignore lint/correctness/noUndeclaredDependencies: npm run site fetches it
  const { env, InferenceSession, Tensor } = await import("onnxruntime-web/wasm");
  env.wasm.numThreads = 1;
  return { InferenceSession, Tensor };
}
