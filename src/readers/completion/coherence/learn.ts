import {
  add,
  type Build,
  concat,
  crossEntropyOfRows,
  dropout,
  type Inputs,
  linear,
  matmul,
  mean,
  multiply,
  type Parameters,
  relu,
  reshape,
  subtract,
  sum,
  Team,
  type Tensor,
  transpose,
  type Values,
} from "../../../nn/index.ts";
import { model } from "../../../nn/model.ts";
import { type Random, random, shuffled } from "../../../random.ts";
import { type Continued, stretches } from "./cut.ts";
import { CoherenceNetwork, type Sizes } from "./network.ts";
import { rowsPerToken, tableRows } from "./spelling.ts";

/** A bullet cut in two. */
export interface CutText extends Continued {
  readonly begun: Int32Array;
  readonly stretch: number;
}

/** Texts of one chapter: the continuations of each are the wrong ones of the others. */
export type Group = readonly CutText[];

export interface CoherenceOptions extends Sizes {
  readonly dropout: number;
  /** Passes over the sentences of stories, and then over the bullets. */
  readonly storyPasses: number;
  readonly bulletPasses: number;
  /** Texts of a batch, about. */
  readonly batch: number;
  readonly rate: number;
  readonly seed: number;
  readonly threads: number;
}

export interface CoherenceProgress {
  readonly step: number;
  readonly steps: number;
  readonly loss: number;
}

/** First on sentences of the stories, of which there are many, then on the bullets. */
export async function learnCoherence(
  stories: readonly Group[],
  bullets: readonly Group[],
  options: CoherenceOptions,
  onProgress: (progress: CoherenceProgress) => void = () => {},
): Promise<CoherenceNetwork> {
  const team = await Team.open(model(coherenceModel(options)), { threads: options.threads, seed: options.seed });
  try {
    const plans = [
      { groups: stories, passes: options.storyPasses },
      { groups: bullets, passes: options.bulletPasses },
    ].map((plan) => ({ ...plan, steps: stepsOf(plan.groups, plan.passes, options.batch) }));
    const steps = plans.reduce((all, plan) => all + plan.steps, 0);
    let done = 0;
    for (const [k, plan] of plans.entries()) {
      const next = random("coherence", options.seed, k);
      const batches = endless(plan.groups, options.batch, next);
      for (let step = 0; step < plan.steps; step++) {
        const parts = divided(batches(), options.threads).map((part) => ({
          values: valuesOf(part),
          weight: part.flat().length,
        }));
        const { loss, norm } = await team.differentiate(parts, { step: ++done, seed: options.seed });
        const rate = options.rate * (1.02 - step / plan.steps);
        await team.apply({ step: done, scale: Math.min(1, longest / norm) }, { ...adamSettings, learningRate: rate });
        onProgress({ step: done, steps, loss });
      }
    }
    return new CoherenceNetwork(sizesOf(options), weightsOf(team));
  } finally {
    await team.close();
  }
}

const adamSettings = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
/** Gradients longer than this are scaled down to it. */
const longest = 5;

function stepsOf(groups: readonly Group[], passes: number, batch: number): number {
  return Math.ceil((groups.flat().length * passes) / batch);
}

/** The score of every begun text with every continuation of the batch: the right one among all, and among its group. */
function coherenceModel(sizes: CoherenceOptions): Build {
  return (p, batch) => {
    const begun = begunVectors(p, batch, sizes);
    const continued = continuedVectors(p, batch, sizes);
    const scores = matmul(begun, continued, { second: true });
    const own = batch.integers("own", ["texts"]);
    const apart = batch.floats("apart", ["texts", "texts"]);
    const among = mean(crossEntropyOfRows(scores, own));
    const backwards = mean(crossEntropyOfRows(transpose(scores, [1, 0]), own));
    const inGroup = mean(crossEntropyOfRows(subtract(scores, apart), own));
    return { loss: add(add(among, multiply(backwards, 0.5)), inGroup) };
  };
}

function begunVectors(p: Parameters, batch: Inputs, sizes: CoherenceOptions): Tensor {
  const { given, width, hidden, meeting } = sizes;
  const read = reshape(tokenVectors(p, batch, "begun.rows", given, sizes), ["texts", given * width]);
  const place = p.rows("stretches", [stretches, hidden], batch.integers("stretch", ["texts"]), { value: 0 });
  const inner = relu(add(linear(p, "begun", dropout(read, sizes.dropout), hidden), place));
  return linear(p, "begun.out", dropout(inner, sizes.dropout), meeting);
}

function continuedVectors(p: Parameters, batch: Inputs, sizes: CoherenceOptions): Tensor {
  const { opening, rest, width, hidden, meeting } = sizes;
  const first = reshape(tokenVectors(p, batch, "opening.rows", opening, sizes), ["texts", opening * width]);
  const others = tokenVectors(p, batch, "rest.rows", rest, sizes);
  const together = sum(multiply(others, batch.floats("rest.scale", ["texts", rest, 1])), [1]);
  const inner = relu(linear(p, "continued", dropout(concat([first, together], 1), sizes.dropout), hidden));
  return linear(p, "continued.out", dropout(inner, sizes.dropout), meeting);
}

function tokenVectors(p: Parameters, batch: Inputs, name: string, count: number, sizes: CoherenceOptions): Tensor {
  const rows = batch.integers(name, ["texts", count * rowsPerToken]);
  const table = p.rows("tokens", [tableRows(sizes), sizes.width], rows);
  return sum(reshape(table, ["texts", count, rowsPerToken, sizes.width]), [2]);
}

function valuesOf(groups: readonly Group[]): Values {
  const texts = groups.flat();
  const size = texts.length;
  const groupOf = groups.flatMap((group, k) => group.map(() => k));
  const apart = new Float32Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) apart[a * size + b] = groupOf[a] === groupOf[b] ? 0 : 1e4;
  const laid = (rows: (text: CutText) => Int32Array) => stacked(texts.map(rows));
  return {
    "begun.rows": laid(({ begun }) => begun),
    "opening.rows": laid(({ opening }) => opening),
    "rest.rows": laid(({ rest }) => rest),
    "rest.scale": restScales(texts),
    stretch: { shape: [size], data: Int32Array.from(texts, ({ stretch }) => stretch) },
    own: { shape: [size], data: Int32Array.from(texts.keys()) },
    apart: { shape: [size, size], data: apart },
  };
}

function stacked(rows: readonly Int32Array[]) {
  const width = rows[0]?.length ?? 0;
  const data = new Int32Array(rows.length * width);
  rows.forEach((row, k) => void data.set(row, k * width));
  return { shape: [rows.length, width], data };
}

/** 1 / √(length + 3) where a token is, 0 after the end. */
function restScales(texts: readonly CutText[]) {
  const rest = (texts[0]?.rest.length ?? 0) / rowsPerToken;
  const data = new Float32Array(texts.length * rest);
  texts.forEach(({ length }, k) => void data.fill(1 / Math.sqrt(length + 3), k * rest, k * rest + length));
  return { shape: [texts.length, rest, 1], data };
}

/** Batches of whole groups, in an order that changes from pass to pass. */
function endless(groups: readonly Group[], size: number, next: Random): () => Group[] {
  let order: Group[] = [];
  return () => {
    const batch: Group[] = [];
    for (let texts = 0; texts < size; ) {
      if (order.length === 0) order = shuffled(groups, next);
      const group = order.pop();
      if (group === undefined) break;
      batch.push(group);
      texts += group.length;
    }
    return batch;
  };
}

function divided(groups: readonly Group[], threads: number): Group[][] {
  const parts = Array.from({ length: Math.min(threads, groups.length) }, (): Group[] => []);
  for (const group of [...groups].sort((a, b) => b.length - a.length))
    parts.reduce((least, part) => (part.flat().length < least.flat().length ? part : least)).push(group);
  return parts;
}

function sizesOf({ words, endings, given, opening, rest, width, hidden, meeting }: Sizes): Sizes {
  return { words, endings, given, opening, rest, width, hidden, meeting };
}

function weightsOf({ memory }: Team): Record<string, Float32Array> {
  const weights: Record<string, Float32Array> = {};
  for (const { name, weights: table } of memory.tables) weights[name] = Float32Array.from(table);
  for (const [name, { start, shape }] of Object.entries(memory.places)) {
    const size = shape.reduce((product, side) => product * side, 1);
    weights[name] = Float32Array.from(memory.dense.weights.subarray(start, start + size));
  }
  return weights;
}
