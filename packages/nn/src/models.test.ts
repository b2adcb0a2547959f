import { needs } from "@plotline/base/testing";
import { afterAll, expect } from "vitest";
import { adamDefaults } from "./adam.ts";
import decoderFixture from "./fixtures/decoder.json" with { type: "json" };
import readerFixture from "./fixtures/reader.json" with { type: "json" };
import { type Build, model } from "./model.ts";
import { type Part, Replicas } from "./parallel/replicas.ts";
import { Scripts } from "./testing/bundle.ts";
import { decoder, decoderValues, reader, readerValues } from "./testing/models.ts";
import { viewOf } from "./training-state.ts";

const { test } = needs("onnxruntime");

const scripts = new Scripts();
afterAll(() => scripts.remove());

interface Fixture {
  readonly losses: readonly number[];
  readonly start: Weights;
  readonly gradients: Weights;
  readonly end: Weights;
}
type Weights = Readonly<Record<string, { readonly shape: number[]; readonly data: number[] }>>;

const sizes = { words: 20, width: 5, hidden: 4, candidates: 4, names: 2, margin: 0.5 };

test("the reader equals PyTorch: loss, gradients, ten steps of Adam and SparseAdam", async () => {
  const { batch } = readerFixture;
  await equals(readerFixture, reader(sizes), [{ values: readerValues(batch), weight: 3 }]);
});

test("the reader equals PyTorch on two threads, each with a part of the batch", async () => {
  const { questions, paragraphs, of, candidates } = readerFixture.batch;
  const part = (from: number, to: number): Part => {
    const own = of.flatMap((question, place) => (question >= from && question < to ? [place] : []));
    const values = readerValues({
      questions: questions.slice(from, to),
      paragraphs: own.map((place) => paragraphs[place] as number[]),
      of: own.map((place) => of[place]! - from),
      candidates: candidates.slice(from, to),
    });
    return { values, weight: to - from };
  };
  await equals(readerFixture, reader(sizes), [part(0, 1), part(1, 3)]);
});

test("the decoder equals PyTorch", async () => {
  await equals(decoderFixture, decoder(sizes), [{ values: decoderValues(decoderFixture.batch.texts), weight: 1 }]);
});

async function equals(fixture: Fixture, build: Build, parts: readonly Part[]): Promise<void> {
  const replicas = await Replicas.open(model(build), { threads: parts.length });
  const names = replicas.declarations.map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(fixture.start).toSorted());
  for (const name of names) {
    const { weights, shape } = viewOf(replicas.memory, name);
    expect([name, shape]).toEqual([name, fixture.start[name]?.shape]);
    weights.set(fixture.start[name]?.data ?? []);
  }
  for (let step = 1; step <= 10; step++) {
    const { loss } = await replicas.differentiate(parts, { step, seed: 1 });
    expect(Math.abs(loss - fixture.losses[step - 1]!)).toBeLessThan(1e-5);
    if (step === 1)
      for (const name of names) expect(worst(gradientOf(replicas, name), fixture.gradients, name)).toBeLessThan(1e-4);
    await replicas.apply({ step, scale: 1 }, { ...adamDefaults, learningRate: 1e-2 });
  }
  for (const name of names) expect(worst(viewOf(replicas.memory, name).weights, fixture.end, name)).toBeLessThan(1e-4);
  await replicas.close();
}

function gradientOf({ memory }: Replicas, name: string): Float32Array {
  const place = memory.places[name];
  if (place !== undefined) return memory.gradients[0]!.subarray(place.start);
  const table = memory.tables.find((each) => each.name === name) as Replicas["memory"]["tables"][number];
  const sums = new Float32Array(table.rows * table.width);
  for (let row = 0; row < table.rows; row++) {
    const first = table.touched.findIndex((each) => each[row] === 1);
    const [from, to] = [row * table.width, (row + 1) * table.width];
    if (first >= 0) sums.set(table.gradients[first]!.subarray(from, to), from);
  }
  return sums;
}

function worst(found: Float32Array, expected: Weights, name: string): number {
  const { data } = expected[name] as Weights[string];
  return data.reduce((most, value, place) => Math.max(most, Math.abs(value - found[place]!)), 0);
}
