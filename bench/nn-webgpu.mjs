// The GPU side of `node bench/nn.mjs --provider webgpu`: a BiLSTM, forward and backward, through WebGPU; everything but the
// loss stays on the GPU. Prints one JSON line for each number of sequences.
// usage: node bench/nn-webgpu.mjs ROUNDS SEQUENCES… [--profile]     --profile also shows where the time goes
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ort from "onnxruntime-node";
import { emit } from "../dist/nn/backends/onnx/emit.js";
import * as nn from "../dist/nn/index.js";
import { commandLine, median } from "./kit.mjs";
import { generator } from "./nn-reader.mjs";

const [steps, width] = [Number(process.env.NN_STEPS ?? 60), Number(process.env.NN_WIDTH ?? 200)];
const warm = 4;
const { positionals, values } = commandLine({ profile: false });
const [rounds, ...sizes] = positionals.map(Number);
const session = {
  executionProviders: [
    { name: "webgpu", validationMode: "disabled", storageBufferCacheMode: "simple", enableRobustness: false },
  ],
  logSeverityLevel: 3,
  graphOptimizationLevel: "disabled",
};

for (const rows of sizes) {
  try {
    console.log(JSON.stringify(await measure(rows)));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error.message).slice(0, 300) }));
  }
}

async function measure(rows) {
  const { bytes, inputs, outputs, nodes } = bilstmModel(rows);
  const loss = outputs[0];
  const folder = mkdtempSync(join(tmpdir(), "nn-profile-"));
  const started = performance.now();
  const model = await ort.InferenceSession.create(bytes, {
    ...session,
    preferredOutputLocation: Object.fromEntries(outputs.map((name) => [name, name === loss ? "cpu" : "gpu-buffer"])),
    ...(values.profile && { enableProfiling: true, profileFilePrefix: join(folder, "p") }),
  });
  const compileMs = performance.now() - started;
  const feeds = await onGpu(inputs);
  const times = [];
  for (let round = 0; round < rounds + warm; round++) {
    const before = performance.now();
    const results = await model.run(feeds);
    if (round >= warm) times.push(performance.now() - before);
    for (const [name, result] of Object.entries(results)) if (name !== loss) result.dispose?.();
  }
  if (values.profile) model.endProfiling();
  const where = values.profile ? profileOf(folder, rounds + warm) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const medianMs = median(times);
  return { rows, medianMs, tokensPerSecond: (1000 * steps * rows) / medianMs, nodes, compileMs, where };
}

/** x and dy come in, the loss and every gradient go out. */
function bilstmModel(rows) {
  const x = nn.input("x", [steps, rows, width]);
  const present = nn.input("present", [steps, rows, 1]);
  const dy = nn.input("dy", [steps, rows, 2 * width]);
  const model = nn.model((p) => nn.sum(nn.multiply(nn.bilstm(p, "lstm", x, { present }, width), dy)));
  return emit([model.loss, ...nn.gradients(model.loss, [x, ...model.weights])], { provider: "webgpu" });
}

/** The inputs, drawn once and copied to the GPU by a model that only passes them on. */
async function onGpu(inputs) {
  const placed = {};
  for (const { name, shape } of inputs) {
    const value = tensor(name, shape.map(Number));
    const { bytes, outputs } = emit([nn.add(nn.input(name, value.dims), 0)], { provider: "webgpu" });
    const copy = await ort.InferenceSession.create(bytes, { ...session, preferredOutputLocation: "gpu-buffer" });
    placed[name] = (await copy.run({ [name]: value }))[outputs[0]];
  }
  return placed;
}

function tensor(name, shape) {
  const next = generator([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7));
  const scale = { dy: 0.01, x: 2 }[name] ?? 0.14;
  const data = new Float32Array(shape.reduce((all, size) => all * size, 1));
  for (let at = 0; at < data.length; at++) data[at] = name === "present" ? 1 : scale * (next() - 0.5);
  return new ort.Tensor("float32", data, shape);
}

/** For each kind of kernel, calls a run and milliseconds a run: on the GPU, and on the host that hands it over. */
function profileOf(folder, runs) {
  const sums = new Map();
  const events = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]), "utf8"));
  for (const { cat, name, dur = 0, args } of events.filter(({ cat }) => cat === "Api" || cat === "Node")) {
    const kernel = args?.op_name ?? name.slice(name.lastIndexOf("&") + 1).replace(/_\d+.*$/, "");
    const sum = sums.get(kernel) ?? { kernel, calls: 0, gpu: 0, host: 0 };
    sum[cat === "Api" ? "gpu" : "host"] += dur / 1000 / runs;
    if (cat === "Api") sum.calls += 1 / runs;
    sums.set(kernel, sum);
  }
  return [...sums.values()].sort((a, b) => b.gpu - a.gpu);
}
