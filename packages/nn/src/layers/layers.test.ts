import { random } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import fc from "fast-check";
import { expect, test as testWithoutRuntime } from "vitest";
import * as nn from "../index.ts";
import { arrange } from "../packing.ts";
import { Parameters } from "../parameters.ts";
import type { Value, Values } from "../shape.ts";
import { evaluate, gradientError } from "../testing/check.ts";

const { test } = needs("onnxruntime");

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

testWithoutRuntime("packed rows hold every sequence once, with an empty step between neighbours", () => {
  fc.assert(
    fc.property(lengths, (lengths) => {
      const { steps, rows, starts } = arrange(lengths);
      const taken = new Map<number, number>();
      lengths.forEach((length, number) => {
        const [row, first] = [starts[number]! % rows, Math.floor(starts[number]! / rows)];
        expect(first + length).toBeLessThanOrEqual(steps);
        for (let step = first; step < first + length; step++) {
          expect(taken.has(step * rows + row)).toBe(false);
          taken.set(step * rows + row, number);
        }
      });
      for (const [step, number] of taken) expect(taken.get(step + rows) ?? number).toBe(number);
    }),
  );
});

testWithoutRuntime("equal lengths are not packed, ragged ones waste little", () => {
  expect(arrange(Array(64).fill(60))).toMatchObject({ steps: 60, rows: 64 });
  const next = random("lengths");
  const ragged = Array.from({ length: 128 }, () => 5 + Math.floor(250 * next() ** 3));
  const { steps, rows } = arrange(ragged);
  expect(steps * rows).toBeLessThan(1.25 * ragged.reduce((sum, length) => sum + length, 0));
});

test("a packed LSTM gives each sequence what it gets alone", async () => {
  await fc.assert(
    fc.asyncProperty(lengths, async (lengths) => {
      const texts = lengths.map((length, text) => Array.from({ length }, (_, place) => (3 * text + place) % 7));
      const model = nn.model((p, batch) => {
        const text = batch.sequences("text");
        const states = nn.bilstm(p, "lstm", batch.floats("vectors", [...text.ids.shape, 2]), text, 3);
        const ends = [text.first, text.last].map((end) => nn.gatherRows(nn.reshape(states, [-1, 6]), end));
        return { loss: nn.sum(states), ends: nn.concat(ends, 1) };
      });
      const together = await results(model, texts);
      for (const [number, text] of texts.entries()) {
        const alone = await results(model, [text]);
        for (const [place, value] of alone.entries()) expect(together[12 * number + place]).toBeCloseTo(value, 10);
      }
    }),
    { numRuns: 4, seed: 5 },
  );
});

/** The states at both ends of each text, with weights and vectors that follow from names and ids alone. */
async function results(model: nn.Model, texts: number[][]): Promise<number[]> {
  const packed = nn.packed("text", texts);
  const { shape, data } = packed["text.ids"]!;
  const vectors = Float64Array.from([...data].flatMap((id) => [Math.sin(id), Math.cos(2 * id)]));
  const values: Record<string, Value> = {
    ...doubles(packed),
    vectors: { shape: [...shape, 2], data: vectors },
  };
  for (const { name, shape } of model.declarations) {
    const next = random(name);
    values[name] = { shape, data: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => next() - 0.5) };
  }
  const [ends] = await evaluate([model.outputs["ends"] as nn.Tensor], values);
  return [...(ends as Value).data];
}

function doubles(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.data instanceof Float32Array ? { ...value, data: Float64Array.from(value.data) } : value,
    ]),
  );
}

test("the gradients of cosine, max margin and attention", async () => {
  const seen = nn.input("seen", [2, 3]);
  const values = { seen: { shape: [2, 3], data: Float64Array.of(1, 1, 0, 0, 1, 1) } };
  const operands = [{ shape: [2, 4] }, { shape: [3, 4] }];
  const attention = (q: nn.Tensor, k: nn.Tensor) =>
    nn.matmul(nn.maskedSoftmax(nn.matmul(q, k, { second: true }), seen), k);
  expect(await gradientError(attention, operands, values)).toBeLessThan(1e-7);
  const cosine = (a: nn.Tensor, b: nn.Tensor) => nn.cosine(nn.reshape(a, [2, 1, 4]), nn.reshape(b, [1, 3, 4]));
  expect(await gradientError(cosine, operands)).toBeLessThan(1e-7);
  expect(await gradientError((a, b) => nn.maxMargin(cosine(a, b), 0.5), operands)).toBeLessThan(1e-7);
});

test("a zero vector has a cosine of zero and finite gradients", async () => {
  const [a, b] = [nn.input("a", [1, 2]), nn.input("b", [1, 2])];
  const loss = nn.sum(nn.cosine(a, b));
  const values = {
    a: { shape: [1, 2], data: Float32Array.of(0, 0) },
    b: { shape: [1, 2], data: Float32Array.of(1, 2) },
  };
  const [cosine, gradient] = await evaluate([loss, ...nn.gradients(loss, [a])], values, false);
  expect(cosine?.data[0]).toBe(0);
  expect([...(gradient?.data ?? [])].every(Number.isFinite)).toBe(true);
});

test("questions that share paragraphs read what each would read alone, and gradients hold", async () => {
  const [width, of] = [3, [1, 2, 1, 0, 3, 2, 1, 1, 1, 2, 2, 0, 0, 0]];
  const tokensEach = of.length / 2;
  const seen = [
    [0, 1, 0, 1],
    [0, 0, 1, 0],
    [0, 1, 1, 1],
    [0, 0, 0, 0],
    [0, 0, 1, 0],
    [0, 1, 1, 0],
  ];
  const values = {
    of: { shape: [2, tokensEach], data: Int32Array.from(of) },
    numbers: { shape: [4], data: Int32Array.of(0, 1, 2, 3) },
    seen: { shape: [2, 3, 4], data: Float64Array.from(seen.flat()) },
  };
  const weights = ["tokens", "paragraphs"].map((name, place) => ({
    name: `read.${name}`,
    data: Float64Array.from({ length: width * width }, (_, at) => Math.sin(at + 7 * place)),
  }));
  for (const { name, data } of weights) Object.assign(values, { [name]: { shape: [width, width], data } });
  const members = nn.membersOf(nn.input("of", [2, tokensEach], "int32"), nn.input("numbers", [4], "int32"));
  const visible = nn.input("seen", [2, 3, 4]);
  const atOnce = (queries: nn.Tensor, tokens: nn.Tensor) =>
    nn.readPages(new Parameters(), "read", queries, { tokens, members }, visible);
  const withKeys = (queries: nn.Tensor, tokens: nn.Tensor) => {
    const pages = { tokens, members };
    const keys = nn.pageKeys(new Parameters(), "read", pages, width);
    return nn.readPages(new Parameters(), "read", queries, { ...pages, keys }, visible);
  };
  const operands = [{ shape: [2, 3, width] }, { shape: [2, tokensEach, width] }];
  for (const build of [atOnce, withKeys])
    expect(await gradientError((q, t) => build(q, t), operands, values)).toBeLessThan(1e-7);

  const draw = (rows: number, by: number) =>
    Array.from({ length: rows }, (_, row) => Array.from({ length: width }, (_, at) => Math.cos(by * row + at)));
  const [queries, tokens] = [draw(6, 2), draw(of.length, 3)];
  const given = (rows: number[][]) => ({ shape: [2, rows.length / 2, width], data: Float64Array.from(rows.flat()) });
  const [q, t] = [nn.input("q", [2, 3, width]), nn.input("t", [2, tokensEach, width])];
  const found = await evaluate([atOnce(q, t), withKeys(q, t)], { ...values, q: given(queries), t: given(tokens) });
  const matrices = weights.map(({ data }) => data);
  const expected = queries.map((query, row) => {
    const first = row < 3 ? 0 : tokensEach;
    const own = [tokens, of].map((all) => all.slice(first, first + tokensEach)) as [number[][], number[]];
    return readByHand(query, own[0], own[1], seen[row] as number[], matrices);
  });
  for (const { data } of found)
    for (const [place, value] of expected.flat().entries()) expect(data[place]).toBeCloseTo(value, 10);
});

/** α, p, β and c as the formulas say, paragraph by paragraph. */
function readByHand(
  query: readonly number[],
  tokens: readonly (readonly number[])[],
  of: readonly number[],
  seen: readonly number[],
  [alphas, betas]: readonly Float64Array[],
): number[] {
  const width = query.length;
  const score = (matrix: Float64Array | undefined, d: readonly number[]) =>
    query.reduce(
      (sum, q, row) => sum + q * d.reduce((inner, x, column) => inner + (matrix?.[row * width + column] ?? 0) * x, 0),
      0,
    );
  const mixture = (weights: readonly number[], vectors: readonly (readonly number[])[]) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return query.map((_, at) =>
      vectors.reduce((sum, vector, k) => sum + ((weights[k] ?? 0) * (vector[at] ?? 0)) / total, 0),
    );
  };
  const visible = seen.flatMap((sees, paragraph) => (sees ? [paragraph] : []));
  if (visible.length === 0) return query.map(() => 0);
  const paragraphs = visible.map((paragraph) => {
    const own = tokens.filter((_, place) => of[place] === paragraph);
    return mixture(
      own.map((d) => Math.exp(score(alphas, d))),
      own,
    );
  });
  return mixture(
    paragraphs.map((vector) => Math.exp(score(betas, vector))),
    paragraphs,
  );
}
