/** It is fetched when a site is made, and no part of the workspace: as much of it as is used. */
declare module "onnxruntime-web/wasm" {
  export const env: { readonly wasm: { numThreads: number } };
  export const InferenceSession: object;
  export const Tensor: object;
}
