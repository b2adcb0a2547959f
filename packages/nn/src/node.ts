export { OnnxGraph } from "./backends/onnx/file/model.ts";
export { type OnnxMetadata, type OnnxSession, type OnnxTensor, onnxRuntime } from "./backends/onnx/runtime.ts";
export { loadCheckpoint } from "./checkpoint.ts";
export { graphHash } from "./graph-hash.ts";
export { defaultThreads } from "./parallel/defaults.ts";
export { type Part, Replicas, type ReplicasOptions } from "./parallel/replicas.ts";
export { loadRun } from "./run.ts";
export { type Trained, type TrainingProgress, type TrainOptions, train } from "./train.ts";
