import { describe, expect, test } from "vitest";
import { random } from "../../random.ts";
import { Gradient } from "./gradient.ts";
import { type Feed, Network } from "./network.ts";
import { type Grid, grid } from "./planes.ts";
import { type Architecture, firstWeights } from "./shape.ts";

const architecture: Architecture = { inputs: 5, channels: 8, before: 2, after: 1 };

function noise(count: number, seed: string): Float32Array {
  const next = random(seed);
  return Float32Array.from({ length: count }, () => next() - 0.5);
}

/** Feeds random features, the same for every network. */
function feedOf(network: Network, { columns, stride, rows }: Grid): Feed {
  const values = Array.from({ length: architecture.inputs }, (_, k) => noise(rows * columns, `feature ${k}`));
  return (planes, from, to) => {
    values.forEach((each, k) => {
      const plane = network.plane(planes, k, (to - from) * stride);
      for (let row = from; row < to; row++)
        plane.set(each.subarray(row * columns, (row + 1) * columns), (row - from) * stride);
    });
  };
}

function logits(network: Network, shape: Grid): Float32Array | Float64Array {
  const mark = network.arena.mark();
  const { values } = network.cells(shape, network.run(shape, feedOf(network, shape)).logits);
  network.arena.release(mark);
  return values;
}

describe("a network", () => {
  test.each([
    [1, 1],
    [1, 50],
    [40, 1],
    [4, 7],
    [19, 130],
    [9, 1500],
    [3, 5000],
  ])("gives the same logits with and without a tape, for %i × %i", (rows, columns) => {
    const parameters = firstWeights(architecture, 1);
    const [kept, reused] = [new Network(architecture, true), new Network(architecture)];
    kept.set(parameters);
    reused.set(parameters);
    const shape = grid(rows, columns);
    const values = logits(reused, shape);
    expect(values).toEqual(logits(kept, shape));
    expect(logits(reused, shape)).toEqual(values);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  test("has the gradient that differences show", () => {
    const network = new Network(architecture, true);
    const gradient = new Gradient(network);
    const shape = grid(4, 7);
    const parameters = firstWeights(architecture, 1);
    const [byLogit, byScore] = [noise(28, "by logit"), noise(28, "by score")];
    const loss = (changed: Float32Array) => {
      network.set(changed);
      const mark = network.arena.mark();
      const tape = network.run(shape, feedOf(network, shape));
      const [a, b] = [network.cells(shape, tape.logits).values, network.cells(shape, tape.scores).values];
      network.arena.release(mark);
      return byLogit.reduce((sum, weight, k) => sum + weight * a[k]! + byScore[k]! * b[k]!, 0);
    };
    network.set(parameters);
    const tape = network.run(shape, feedOf(network, shape));
    const [given, scored] = [network.planes(4, shape.pitch), network.planes(4, shape.pitch)];
    for (let row = 0; row < 4; row++) {
      network.plane(given, 0, shape.length).set(byLogit.subarray(row * 7, row * 7 + 7), row * shape.stride);
      network.plane(scored, 0, shape.length).set(byScore.subarray(row * 7, row * 7 + 7), row * shape.stride);
    }
    gradient.add(tape, given, scored, () => undefined);
    const wrong = [...parameters.keys()].filter((k) => {
      const [up, down] = [parameters.slice(), parameters.slice()];
      up[k]! += 1e-3;
      down[k]! -= 1e-3;
      const difference = (loss(up) - loss(down)) / 2e-3;
      return Math.abs(difference - gradient.values[k]!) > 0.03 * (0.05 + Math.abs(difference));
    });
    // where a maximum or a rectifier turns over, differences are no derivative
    expect(wrong.length).toBeLessThan(parameters.length / 50);
  });
});
