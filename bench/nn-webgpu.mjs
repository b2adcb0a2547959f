// BiLSTM 200 → 200 over 60 steps, forward and backward, on a GPU through WebGPU: everything stays on the GPU
// but the loss. Prints one JSON line for each number of sequences; `node bench/nn.mjs --provider webgpu` shows it next to
// PyTorch CUDA.
// usage: npm run build && node bench/nn-webgpu.mjs JOB …     a job: 128 (sequences), 1024:rounds=5, 1024:profile=1 (where
// the time goes), or check (the same numbers as on the processor)
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ort from "onnxruntime-node";
import { emit } from "../dist/nn/backends/onnx/emit.js";
import * as nn from "../dist/nn/index.js";
import { batchOf, full, reader } from "./nn-reader.mjs";

const [steps, width] = [Number(process.env.NN_STEPS ?? 60), Number(process.env.NN_WIDTH ?? 200)];
const hidden = width;

/** x and dy come in, the loss and every gradient go out. */
export function bilstmModel(rows) {
  const x = nn.input("x", [steps, rows, width]);
  const present = nn.input("present", [steps, rows, 1]);
  const dy = nn.input("dy", [steps, rows, 2 * hidden]);
  const model = nn.model((p) => nn.sum(nn.multiply(nn.bilstm(p, "lstm", x, { present }, hidden), dy)));
  const gradients = nn.gradients(model.loss, [x, ...model.weights]);
  return emit([model.loss, ...gradients], { provider: "webgpu" });
}

/** The inputs, drawn once and copied to the GPU by a model that only passes them on. */
async function onDevice(inputs, options) {
  const values = inputs.map(({ name, shape }) => [name, tensor(name, shape.map(Number))]);
  if (options === undefined) return Object.fromEntries(values);
  const placed = [];
  for (const [name, value] of values) {
    const { bytes, outputs } = emit([nn.add(nn.input(name, value.dims), 0)], { provider: "webgpu" });
    const session = await ort.InferenceSession.create(bytes, options);
    placed.push([name, (await session.run({ [name]: value }))[outputs[0]]]);
  }
  return Object.fromEntries(placed);
}

function tensor(name, shape) {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
  const scale = name === "present" ? 0 : name === "dy" ? 0.01 : name === "x" ? 2 : 0.14;
  const data = new Float32Array(shape.reduce((all, size) => all * size, 1));
  for (let at = 0; at < data.length; at++) data[at] = name === "present" ? 1 : scale * next();
  return new ort.Tensor("float32", data, shape);
}

export async function measure(rows, { provider = "webgpu", rounds = 30, profile = false, ...more } = {}) {
  const { bytes, inputs, outputs, nodes } = bilstmModel(rows);
  const loss = outputs[0];
  const location = Object.fromEntries(outputs.map((name) => [name, name === loss ? "cpu" : "gpu-buffer"]));
  const executionProviders = [
    provider === "cpu"
      ? "cpu"
      : {
          name: "webgpu",
          validationMode: "disabled",
          storageBufferCacheMode: "simple",
          enableRobustness: false,
          ...more,
        },
  ];
  const base = { executionProviders, logSeverityLevel: 3, graphOptimizationLevel: "disabled" };
  const gpu = provider === "cpu" ? undefined : { ...base, preferredOutputLocation: "gpu-buffer" };
  const folder = mkdtempSync(join(tmpdir(), "nn-profile-"));
  const started = performance.now();
  const session = await ort.InferenceSession.create(bytes, {
    ...base,
    ...(gpu && { preferredOutputLocation: location }),
    ...(profile && { enableProfiling: true, profileFilePrefix: join(folder, "p") }),
  });
  const compileMs = performance.now() - started;
  const feeds = await onDevice(inputs, gpu);
  const times = [];
  let found;
  for (let round = 0; round < rounds + 4; round++) {
    const before = performance.now();
    const results = await session.run(feeds);
    found = results[loss].data[0];
    if (round >= 4) times.push(performance.now() - before);
    for (const [name, result] of Object.entries(results)) if (name !== loss) result.dispose?.();
  }
  if (profile) session.endProfiling();
  const where = profile ? profileOf(folder, rounds + 4) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const medianMs = times.sort((a, b) => a - b)[times.length >> 1];
  const tokens = steps * rows;
  return {
    rows,
    provider,
    medianMs,
    tokensPerSecond: (1000 * tokens) / medianMs,
    loss: found,
    nodes,
    compileMs,
    where,
  };
}

/** For each kind of kernel, calls a run and milliseconds a run: on the GPU, and on the host that hands it over. */
function profileOf(folder, runs) {
  const file = readdirSync(folder)[0];
  const sums = new Map();
  for (const { cat, name, dur = 0, args } of JSON.parse(readFileSync(join(folder, file), "utf8"))) {
    if (cat !== "Api" && cat !== "Node") continue;
    const kernel =
      args?.op_name ??
      name
        .split("&")
        .at(-1)
        .replace(/_\d+.*$/, "");
    const sum = sums.get(kernel) ?? { kernel, calls: 0, gpu: 0, host: 0 };
    sum[cat === "Api" ? "gpu" : "host"] += dur / 1000 / runs;
    if (cat === "Api") sum.calls += 1 / runs;
    sums.set(kernel, sum);
  }
  return [...sums.values()].sort((a, b) => b.gpu - a.gpu);
}

/** The whole reader, trained on the GPU and on the processor from the same weights: the largest differences. */
async function check(hidden, steps) {
  const sizes = {
    ...full,
    questions: 4,
    paragraphs: 2,
    questionLength: 8,
    length: 16,
    width: hidden,
    hidden,
    words: 50,
  };
  const lengths = { questions: [8, 3, 5, 6], paragraphs: [16, 9, 2, 12, 7, 7, 15, 4] };
  const found = {};
  for (const provider of ["cpu", "webgpu"]) {
    const team = await nn.Team.open(nn.model(reader(sizes)), { provider });
    const losses = [];
    for (let step = 1; step <= steps; step++) {
      const { loss } = await team.differentiate(batchOf(lengths, step, 1, sizes), { step, seed: 1 });
      await team.apply({ step, scale: 1 }, { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
      losses.push(loss);
    }
    await team.pull();
    found[provider] = { losses, weights: team.memory.dense.weights.slice(), compileMs: await team.compileTime() };
    await team.close();
  }
  const most = (a, b) => a.reduce((worst, value, place) => Math.max(worst, Math.abs(value - b[place])), 0);
  const { cpu, webgpu } = found;
  const weights = most(cpu.weights, webgpu.weights);
  return {
    steps,
    lossDifference: most(cpu.losses, webgpu.losses),
    weightDifference: weights,
    compileMs: webgpu.compileMs,
  };
}

if (process.argv[2] !== undefined) {
  for (const job of process.argv.slice(2)) {
    const [rows, ...flags] = job.split(":");
    const options = Object.fromEntries(flags.map((flag) => flag.split("=")));
    try {
      if (rows === "check") {
        console.log(
          JSON.stringify({ job, ...(await check(Number(options.hidden ?? 16), Number(options.steps ?? 5))) }),
        );
        continue;
      }
      const { enableRobustness, ...others } = options;
      const result = await measure(Number(rows), {
        ...others,
        ...(enableRobustness && { enableRobustness: enableRobustness === "1" }),
        rounds: Number(options.rounds ?? 20),
        profile: options.profile === "1",
      });
      console.log(JSON.stringify({ job, ...result }));
    } catch (error) {
      console.log(JSON.stringify({ job, error: String(error.message).slice(0, 300) }));
    }
  }
}
