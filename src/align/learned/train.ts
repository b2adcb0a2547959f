import { type Random, random, shuffled } from "../../random.ts";
import type { Lesson } from "./example.ts";
import { feeder, type Scale } from "./feed.ts";
import { Gradient } from "./gradient.ts";
import { Network } from "./network.ts";
import { type Grid, grid, type Planes } from "./planes.ts";
import { type Architecture, firstWeights } from "./shape.ts";

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly dropout: number;
  /** Chapters a step. */
  readonly batch: number;
  /** How much 1 − F counts beside the log-loss of the cells, and the log-loss of the path scores. */
  readonly softF: number;
  readonly scoreLoss: number;
}

export const trainingDefaults: TrainingOptions = {
  epochs: 20,
  rate: 3e-3,
  decay: 1e-3,
  dropout: 0.1,
  batch: 4,
  softF: 0.3,
  scoreLoss: 0.3,
};

/** Chapters of more cells than this take part in some epochs only. */
const largest = 8000;

/** Trains one network; the same seed gives the same parameters, to the bit. */
export function train(
  lessons: readonly Lesson[],
  scale: Scale,
  architecture: Architecture,
  options: TrainingOptions,
  seed: string,
  onEpoch: () => void = () => undefined,
): Float32Array {
  const parameters = firstWeights(architecture, seed);
  const network = new Network(architecture, true);
  const gradient = new Gradient(network);
  const adam = new Adam(parameters.length);
  const next = random("training", seed);
  const steps = options.epochs * Math.ceil(lessons.length / options.batch);
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    const order = shuffled(lessons, next);
    for (let from = 0; from < order.length; from += options.batch, step++) {
      gradient.clear();
      network.set(parameters);
      for (const each of order.slice(from, from + options.batch))
        if (each.targets.length <= largest || next() < largest / each.targets.length)
          addChapter(network, gradient, each, scale, options, next);
      const warmth = Math.min(1, (step + 1) / 30) * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      clip(gradient.values, options.batch);
      adam.step(parameters, gradient.values, options.rate * warmth, options.decay);
    }
    onEpoch();
  }
  return parameters;
}

function addChapter(
  network: Network,
  gradient: Gradient,
  { features, targets }: Lesson,
  scale: Scale,
  options: TrainingOptions,
  next: Random,
): void {
  const mark = network.arena.mark();
  const shape = grid(features.rows, features.columns);
  const dropout = new Dropout(network, shape, options.dropout, next);
  const tape = network.run(shape, feeder(network, features, scale), (planes, layer) => dropout.apply(planes, layer));
  const byLogits = network.planes(4, shape.pitch);
  const byScores = network.planes(4, shape.pitch);
  lossGradient(network, shape, tape.logits, byLogits, targets, 1, options.softF, 0);
  lossGradient(network, shape, tape.scores, byScores, targets, options.scoreLoss, 0, -1);
  gradient.add(tape, byLogits, byScores, (planes, layer) => dropout.apply(planes, layer));
  network.arena.release(mark);
}

/**
 * The gradient of weight · log-loss / (links + 5) + softF · (1 − F), where F = 2 Σ p y / (Σ p + links), by each logit;
 * `shift` is added to the logits first.
 */
function lossGradient(
  network: Network,
  { rows, columns, stride, length }: Grid,
  from: Planes,
  to: Planes,
  targets: Float32Array,
  weight: number,
  softF: number,
  shift: number,
): void {
  const [logits, target] = [network.plane(from, 0, length), network.plane(to, 0, length)];
  let [found, claimed, links] = [0, 0, 0];
  for (let row = 0, cell = 0; row < rows; row++)
    for (let at = row * stride; at < row * stride + columns; at++, cell++) {
      const p = 1 / (1 + Math.exp(-(logits[at]! + shift)));
      target[at] = p;
      claimed += p;
      found += p * targets[cell]!;
      links += targets[cell]!;
    }
  const total = claimed + links;
  for (let row = 0, cell = 0; row < rows; row++)
    for (let at = row * stride; at < row * stride + columns; at++, cell++) {
      const p = target[at]!;
      const y = targets[cell]!;
      const byF = total > 0 ? (-2 * (y * total - found)) / total ** 2 : 0;
      target[at] = (weight * (p - y)) / (links + 5) + softF * byF * p * (1 - p);
    }
}

/** Sets some values of each layer to zero and the others up by as much; the same ones on the way back. */
class Dropout {
  private readonly masks: Planes[] = [];

  constructor(
    private readonly network: Network,
    private readonly shape: Grid,
    private readonly share: number,
    private readonly next: Random,
  ) {}

  apply(planes: Planes, layer: number): void {
    if (this.share === 0) return;
    const mask = (this.masks[layer] ??= this.draw(planes.count));
    for (let k = 0; k < planes.count; k++)
      this.network.kernels.scale(mask.at + k * mask.pitch * 4, planes.at + k * planes.pitch * 4, this.shape.length * 4);
  }

  private draw(count: number): Planes {
    const planes = this.network.planes(count, this.shape.length);
    const values = this.network.plane(planes, 0, count * this.shape.length);
    const kept = 1 / (1 - this.share);
    const bound = this.share * 2 ** 32;
    let state = Math.floor(this.next() * 2 ** 32) | 1;
    for (let k = 0; k < values.length; k++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      values[k] = state >>> 0 < bound ? 0 : kept;
    }
    return planes;
  }
}

/** The mean over the batch, no longer than 1. */
function clip(gradient: Float32Array, batch: number): void {
  let squares = 0;
  for (let k = 0; k < gradient.length; k++) {
    gradient[k]! /= batch;
    squares += gradient[k]! ** 2;
  }
  const factor = 1 / Math.max(1, Math.sqrt(squares));
  for (let k = 0; k < gradient.length; k++) gradient[k]! *= factor;
}

/** Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019). */
class Adam {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private steps = 0;

  constructor(size: number) {
    this.first = new Float64Array(size);
    this.second = new Float64Array(size);
  }

  step(parameters: Float32Array, gradient: Float32Array, rate: number, decay: number): void {
    this.steps++;
    const [fade1, fade2] = [1 - 0.9 ** this.steps, 1 - 0.999 ** this.steps];
    for (let k = 0; k < parameters.length; k++) {
      const g = gradient[k]!;
      this.first[k] = 0.9 * this.first[k]! + 0.1 * g;
      this.second[k] = 0.999 * this.second[k]! + 0.001 * g * g;
      const move = this.first[k]! / fade1 / (Math.sqrt(this.second[k]! / fade2) + 1e-8);
      parameters[k] = parameters[k]! * (1 - rate * decay) - rate * move;
    }
  }
}
