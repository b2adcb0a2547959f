/** What onnxruntime can compute on: processors, or a GPU by WebGPU. */
export const providers = ["cpu", "webgpu"] as const;
export type Provider = (typeof providers)[number];
