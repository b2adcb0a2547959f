/** What onnxruntime can compute on. */
export const providers = ["cpu"] as const;
/** "webgpu" is refused; src/readers still compares with it. */
export type Provider = (typeof providers)[number] | "webgpu";
