import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOfFile } from "../../../corpus/testing/folder.ts";
import { needs } from "../../../testing/needs.ts";
import readerFixture from "../../fixtures/reader.json" with { type: "json" };
import { Bundles, root } from "../../testing/bundle.ts";
import { noGpu, softwareGpu } from "../../testing/gpu.ts";

const bundles = new Bundles();
const folder = folderOfFile();
afterAll(() => {
  bundles.remove();
});

/** What a script printed, as JSON; a GPU is a matter of the whole process, so each script has its own. */
async function printed<Result>(name: string, source: string, env = softwareGpu): Promise<Result> {
  const models = fileURLToPath(new URL("../../testing/models.ts", import.meta.url));
  const script = await bundles.script(name, `import * as models from ${JSON.stringify(models)};\n${source}`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { cwd: root, env });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

needs("vulkan").describe("on a GPU (SwiftShader, which comes with Chromium)", () => {
  interface Learned {
    readonly losses: number[];
    readonly norms: number[];
    readonly gradient: number[];
    readonly weights: number[];
    readonly words: number[];
    readonly loss: number;
  }
  let found: Readonly<Record<"cpu" | "webgpu", Learned>> &
    Readonly<Record<"whole" | "resumed", number[]>> &
    Readonly<Record<"broken" | "row" | "failed", string>>;
  beforeAll(async () => {
    found = await printed("gpu", gpuScript);
  });

  test("the reader learns what it learns on a processor: losses, gradients, Adam, rows of tables", () => {
    for (const part of ["losses", "norms", "gradient", "weights", "words"] as const) {
      expect(found.webgpu[part].length).toBe(found.cpu[part].length);
      expect(apart(found.webgpu[part], found.cpu[part])).toBeLessThan(1e-4);
    }
  });

  test("what it learned is evaluated there, without the weights coming back", () => {
    expect(found.webgpu.loss).toBeCloseTo(found.cpu.loss, 4);
  });

  test("a step runs on the GPU from beginning to end: nothing goes by way of the processor", async () => {
    const { readers, decoders } = await printed<Record<"readers" | "decoders", string[]>>("placed", placedScript);
    expect([...readers, ...decoders]).toEqual([]);
  });

  test("a run resumes from its checkpoint, stops at NaN with the parameter, and knows its rows", () => {
    const { whole, resumed, broken, row } = found;
    expect(apart(whole, resumed)).toBeLessThan(1e-5);
    expect(broken).toMatch(
      /^Training stopped at step 1 .*the loss is NaN; the first parameter with such a gradient is "w"\./,
    );
    expect(row).toBe("The rows of words for text.ids: row 12 is not in a table of 12 rows.");
  });

  test("a kernel that the GPU cannot run gets one clear sentence", () => {
    expect(found.failed).toMatch(/^The GPU failed \(Too many .*\d\); try smaller batches, or the provider cpu\.$/);
  });
});

test("a missing GPU gets one clear sentence", async ({ skip }) => {
  skip(process.platform !== "linux", "it needs Linux");
  const { message } = await printed<{ message: string }>("none", missingScript, noGpu);
  expect(message).toMatch(/^The provider webgpu cannot be used on this machine \(.*\); use the provider cpu\.$/);
});

function apart(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, place) => Math.max(most, Math.abs(value - (b[place] ?? Number.NaN))), 0);
}

/** One process for all, and one model that stays open, since a software GPU compiles its kernels again for each. */
const gpuScript = `
  import { mean, model, sqrt, Replicas, train } from "plotline/nn";
  import { OnnxGraph } from ${JSON.stringify(fileURLToPath(new URL("../onnx/file/model.ts", import.meta.url)))};
  import { Session } from ${JSON.stringify(fileURLToPath(new URL("../onnx/session.ts", import.meta.url)))};
  const sizes = { words: 20, width: 5, hidden: 4, candidates: 4, names: 2, margin: 0.5 };
  const values = models.readerValues(${JSON.stringify(readerFixture.batch)});
  const found = {};
  for (const provider of ["cpu", "webgpu"]) {
    const replicas = await Replicas.open(model(models.reader(sizes)), { provider });
    const [losses, norms] = [[], []];
    let gradient;
    for (let step = 1; step <= 3; step++) {
      const { loss, norm } = await replicas.differentiate([{ values, weight: 1 }], { step, seed: 1 });
      losses.push(loss);
      norms.push(norm);
      await replicas.pull();
      gradient = [...replicas.memory.gradients[0]];
      await replicas.apply({ step, scale: 0.9 }, { learningRate: 0.02, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    }
    const [result] = await replicas.evaluate([values]);
    await replicas.pull();
    const [weights, words] = [replicas.memory.dense, replicas.memory.tables[0]].map(({ weights }) => [...weights]);
    found[provider] = { losses, norms, gradient, weights, words, loss: result.loss.data[0] };
  }
  const texts = Array.from({ length: 12 }, (_, text) => Array.from({ length: 3 + (text % 3) }, (_, n) => (text + n) % 12));
  const build = models.decoder({ words: 12, width: 3, hidden: 4 });
  const options = { provider: "webgpu", examples: texts, collate: models.decoderValues, batchSize: 6, epochs: 2, clip: 0.5 };
  const weightsOf = async (more) => {
    const { replicas } = await train(build, { ...options, ...more });
    await replicas.pull();
    const weights = [...replicas.memory.dense.weights, ...replicas.memory.tables[0].weights];
    await replicas.close();
    return weights;
  };
  const whole = await weightsOf({});
  const stop = new AbortController();
  const folder = process.argv[2];
  await weightsOf({ folder, signal: stop.signal, onProgress: ({ step }) => step === 1 && stop.abort() });
  const resumed = await weightsOf({ folder });
  const sentence = (running) => running.then(() => "nothing", (error) => error.message);
  const broken = await sentence(train(
    (p) => sqrt(mean(p.weight("w", [2], { value: -1 }))),
    { ...options, collate: () => ({}) },
  ));
  const row = await sentence(train(build, { ...options, examples: [[12, 0]] }));
  const graph = new OnnxGraph("a Split into more buffers than any GPU binds");
  const inputs = [{ name: "x", shape: [64] }];
  graph.input("float32", [64], "x");
  const ones = graph.constant("int64", [64], new Uint8Array(new BigInt64Array(64).fill(1n).buffer));
  const outputs = graph.ops("Split", ["x", ones], 64, { axis: 0 });
  for (const output of outputs) graph.output(output, "float32", [1]);
  const session = await Session.open({ bytes: graph.model(), inputs, outputs }, "webgpu");
  const failed = await sentence(session.run({ x: { shape: [64], data: new Float32Array(64) } }));
  console.log(JSON.stringify({ ...found, whole, resumed, broken, row, failed }));
  process.exit();`;

/** onnxruntime reports on its error stream where it had to copy; a second process reads it. */
const placedScript = `
  import { spawnSync } from "node:child_process";
  import ort from "onnxruntime-node";
  import { model } from "plotline/nn";
  import { gpuTraining } from ${JSON.stringify(fileURLToPath(new URL("./programs.ts", import.meta.url)))};
  import { allocate } from ${JSON.stringify(fileURLToPath(new URL("../../training-state.ts", import.meta.url)))};
  const sizes = { words: 20, width: 5, hidden: 4, candidates: 4, names: 2, margin: 0.5 };
  const steps = { "questions.T": 4, "paragraphs.T": 4, "text.T": 4 };
  const built = { readers: models.reader(sizes), decoders: models.decoder(sizes) };
  const which = process.argv[3];
  if (which === undefined) {
    const copies = (name) => {
      const { stderr, stdout } = spawnSync(process.execPath, [process.argv[1], "", name], { encoding: "utf8" });
      return [...(stderr + stdout).matchAll(/Add MemcpyToHost before \\S+/g)].map(([found]) => found);
    };
    console.log(JSON.stringify({ readers: copies("readers"), decoders: copies("decoders") }));
  } else {
    ort.env.logLevel = "verbose";
    const made = model(built[which]);
    const { bytes } = gpuTraining(made, allocate(made.declarations, 1), steps);
    const options = { executionProviders: ["webgpu"], graphOptimizationLevel: "disabled", logSeverityLevel: 0 };
    await ort.InferenceSession.create(bytes, options);
    process.exit();
  }`;

const missingScript = `
  import { model, Replicas } from "plotline/nn";
  const opening = Replicas.open(model(models.decoder({ words: 3, width: 2, hidden: 2 })), { provider: "webgpu" });
  console.log(JSON.stringify({ message: await opening.catch(({ message }) => message) }));`;
