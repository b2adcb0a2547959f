import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem, type Random, random, shuffled } from "@plotline/base";
import { type AdamOptions, adamDefaults } from "./adam.ts";
import { type Metrics, MetricsLog } from "./checkpoint.ts";
import { type Build, model as buildModel } from "./model.ts";
import { type Part, Replicas, type ReplicasOptions } from "./parallel/replicas.ts";
import { brokenParameter, loadRun, type RunState, saveRun } from "./run.ts";
import type { Values } from "./shape.ts";
import { shareOf } from "./training-state.ts";

/** What a model is trained on, and how. */
export interface TrainOptions<Example> extends ReplicasOptions {
  readonly examples: readonly Example[];
  /** A batch's values for the inputs that the model declares; `next` is seeded by the step. */
  readonly collate: (examples: readonly Example[], next: Random) => Values;
  /** How much a part of a batch counts in the mean; by default the number of its examples. */
  readonly weigh?: (examples: readonly Example[]) => number;
  /** How a batch is divided among threads, at most one part per thread; by default in equal numbers of examples. */
  readonly divide?: (examples: readonly Example[], threads: number) => readonly (readonly Example[])[];
  readonly batchSize: number;
  readonly epochs: number;
  readonly adam?: Partial<AdamOptions>;
  /** The share of the learning rate at a step (from 0) of all steps; by default always 1. */
  readonly schedule?: (step: number, steps: number) => number;
  /** Examples that skip this batch; the whole batch takes part if none is left. */
  readonly sitsOut?: (example: Example, next: Random) => boolean;
  /** The longest gradient; longer ones are scaled down to it. */
  readonly clip?: number;
  /** Numbers on held-out data, after every epoch; the first of them decides which weights are best. */
  readonly validate?: (replicas: Replicas) => Promise<Readonly<Record<string, number>>>;
  /** Whether the first validation number should fall (a loss) or rise (an accuracy); by default a loss. */
  readonly better?: "lower" | "higher";
  /** Stop after this many epochs without a better validation. */
  readonly patience?: number;
  /** The folder of checkpoints and metrics, from which an interrupted run resumes. */
  readonly folder?: string;
  /** Steps between checkpoints; the end of an epoch has one too. */
  readonly checkpointEvery?: number;
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Stops after the current step, with a checkpoint. */
  readonly signal?: AbortSignal;
}

/** How far a training is. */
export interface TrainingProgress {
  readonly step: number;
  readonly steps: number;
  readonly epoch: number;
  /** The loss, smoothed over about twenty steps. */
  readonly loss: number;
  /** Tokens read since the run was started or resumed. */
  readonly tokens: number;
  readonly tokensPerSecond: number;
  readonly millisecondsLeft: number;
}

/** What a training leaves. */
export interface Trained {
  /** The weights (the best validated ones), ready to evaluate; close it when done. */
  readonly replicas: Replicas;
  readonly steps: number;
  readonly ended: "finished" | "early" | "interrupted";
  /** The best validation number, if there was a validation. */
  readonly best: number | undefined;
}

/**
 * Trains a model: shuffled batches, gradients over all threads, Adam, validation, checkpoints.
 *
 * @example
 * const line = (p, batch) => {
 *   const guess = linear(p, "line", batch.floats("x", ["N", 1]), 1);
 *   return { loss: mean(square(subtract(guess, batch.floats("y", ["N", 1])))), guess };
 * };
 * const column = (numbers) => ({ shape: [numbers.length, 1], data: Float32Array.from(numbers) });
 * const collate = (some) => ({ x: column(some), y: column(some.map((x) => 2 * x + 1)) });
 * const plan = { examples: [-1, 0, 1, 2], collate, batchSize: 4, epochs: 200, adam: { learningRate: 0.1 }, threads: 1 };
 * const { replicas } = await train(line, plan);
 * const [{ guess }] = await replicas.evaluate([collate([3, 10])]);
 * await replicas.close();
 * [...guess.data].map(Math.round); // → [7, 21]
 */
export async function train<Example>(build: Build, options: TrainOptions<Example>): Promise<Trained> {
  if (options.examples.length === 0) throw new Problem("There is nothing to train on: the list of examples is empty.");
  if (!(Number.isInteger(options.batchSize) && options.batchSize > 0)) {
    throw new Problem(`The batch size should be a whole number from 1 on, but it is ${options.batchSize}.`);
  }
  const replicas = await Replicas.open(buildModel(build), options);
  try {
    return await new Run(replicas, options).go();
  } catch (error) {
    // What failed may fail to close too: the first error is the one to report.
    await replicas.close().catch(() => {});
    throw error;
  }
}

class Run<Example> {
  private readonly seed: number;
  private readonly adam: AdamOptions;
  private readonly stepsPerEpoch: number;
  private readonly log: MetricsLog | undefined;
  private state: RunState;
  private readonly started = performance.now();
  private tokens = 0;
  private best: readonly Float32Array[] | undefined;
  private readonly firstStep: number;

  constructor(
    private readonly replicas: Replicas,
    private readonly options: TrainOptions<Example>,
  ) {
    const { examples, batchSize, folder, seed = 1 } = options;
    this.seed = seed;
    this.adam = { ...adamDefaults, ...options.adam };
    this.stepsPerEpoch = Math.ceil(examples.length / batchSize);
    this.log = folder === undefined ? undefined : new MetricsLog(join(folder, "metrics.jsonl"));
    this.state = this.resumed() ?? { ...this.plan(), step: 0, loss: 0, best: null, sinceBest: 0 };
    this.firstStep = this.state.step;
    this.log?.rewindTo(this.state.step);
  }

  async go(): Promise<Trained> {
    const { patience = Number.POSITIVE_INFINITY, signal, checkpointEvery = Number.POSITIVE_INFINITY } = this.options;
    let batch = this.batchOf(this.state.step);
    while (this.state.step < this.steps && this.state.sinceBest < patience) {
      const running = this.replicas.differentiate(batch, { step: this.state.step + 1, seed: this.seed });
      // The first batch of the next epoch must see what the end of this one changes (such as the contexts of examples).
      const isLast = (this.state.step + 1) % this.stepsPerEpoch === 0;
      const [result, next] = await Promise.all([running, isLast ? undefined : this.nextBatch()]);
      await this.finishStep(result, tokensOf(batch));
      if (isLast) await this.endEpoch();
      else if (signal?.aborted || this.state.step % checkpointEvery === 0) await this.checkpoint();
      if (signal?.aborted) return this.trained("interrupted");
      batch = next ?? (this.state.step < this.steps ? this.batchOf(this.state.step) : []);
    }
    await this.bringBackBest();
    return this.trained(this.state.step < this.steps ? "early" : "finished");
  }

  private get steps(): number {
    return this.options.epochs * this.stepsPerEpoch;
  }

  private get epoch(): number {
    return Math.floor((this.state.step - 1) / this.stepsPerEpoch) + 1;
  }

  /** A batch follows from the seed and its number alone: nothing else is needed to restore the position in the data. */
  private batchOf(step: number): Part[] {
    const { examples, batchSize, collate, weigh = (some) => some.length, divide = inEqualNumbers } = this.options;
    const epoch = Math.floor(step / this.stepsPerEpoch);
    const order = this.orderOf(epoch);
    const first = (step % this.stepsPerEpoch) * batchSize;
    const drawn = order.slice(first, first + batchSize).map((place) => examples[place] as Example);
    const chosen = this.takingPart(drawn, step);
    return divide(chosen, Math.min(this.replicas.threads, chosen.length)).map((part, thread) => ({
      values: collate(part, random(this.seed, "collate", step, thread)),
      weight: weigh(part),
    }));
  }

  private takingPart(drawn: readonly Example[], step: number): readonly Example[] {
    const { sitsOut } = this.options;
    if (sitsOut === undefined) return drawn;
    const next = random(this.seed, "sits out", step);
    const left = drawn.filter((example) => !sitsOut(example, next));
    return left.length > 0 ? left : drawn;
  }

  /** Made while the gradients are computed: other threads already have their work when an immediate callback runs. */
  private async nextBatch(): Promise<Part[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.batchOf(this.state.step + 1);
  }

  private order: { epoch: number; places: readonly number[] } | undefined;

  private orderOf(epoch: number): readonly number[] {
    if (this.order?.epoch !== epoch) {
      const places = shuffled([...this.options.examples.keys()], random(this.seed, "epoch", epoch));
      this.order = { epoch, places };
    }
    return this.order.places;
  }

  private async finishStep({ loss, norm }: { loss: number; norm: number }, tokens: number): Promise<void> {
    const step = this.state.step + 1;
    if (!Number.isFinite(loss) || !Number.isFinite(norm)) throw await this.broken(step, loss);
    const { clip = Number.POSITIVE_INFINITY } = this.options;
    await this.replicas.apply({ step, scale: norm > clip ? clip / norm : 1 }, this.adamAt(this.state.step));
    const smoothed = this.state.step === 0 ? loss : 0.95 * this.state.loss + 0.05 * loss;
    this.state = { ...this.state, step, loss: smoothed };
    this.tokens += tokens;
    const progress = this.progress();
    this.log?.append({ step, epoch: this.epoch, loss, norm, tokensPerSecond: progress.tokensPerSecond });
    this.options.onProgress?.(progress);
  }

  private adamAt(step: number): AdamOptions {
    const { schedule = () => 1 } = this.options;
    return { ...this.adam, learningRate: this.adam.learningRate * schedule(step, this.steps) };
  }

  private progress(): TrainingProgress {
    const elapsed = performance.now() - this.started;
    const { step, loss } = this.state;
    const done = step - this.firstStep;
    return {
      step,
      steps: this.steps,
      epoch: this.epoch,
      loss,
      tokens: this.tokens,
      tokensPerSecond: Math.round((1000 * this.tokens) / elapsed),
      millisecondsLeft: (elapsed / done) * (this.steps - step),
    };
  }

  private async endEpoch(): Promise<void> {
    const { validate, better = "lower" } = this.options;
    if (validate !== undefined) {
      const numbers = await validate(this.replicas);
      this.log?.append({ step: this.state.step, epoch: this.epoch, ...prefixed(numbers) });
      const [first] = Object.values(numbers);
      if (first === undefined) throw new Problem("The validation should give at least one number, but it gave none.");
      const improved = Number.isFinite(first) && isBetter(first, this.state.best, better);
      this.state = {
        ...this.state,
        best: improved ? first : this.state.best,
        sinceBest: improved ? 0 : this.state.sinceBest + 1,
      };
      if (improved) await this.keepBest();
    }
    await this.checkpoint();
  }

  private async checkpoint(): Promise<void> {
    if (this.options.folder !== undefined) await saveRun(this.file("last"), this.replicas, this.state);
  }

  /** On disk where there is a folder, else in memory. */
  private async keepBest(): Promise<void> {
    if (this.options.folder !== undefined) return saveRun(this.file("best"), this.replicas, this.state);
    this.best = this.weights().map((weights) => weights.slice());
  }

  private async bringBackBest(): Promise<void> {
    const best = this.best;
    if (best === undefined) {
      if (this.state.best !== null) loadRun(this.file("best"), this.replicas, this.plan());
      return;
    }
    this.weights().forEach((weights, place) => void weights.set(best[place] ?? []));
  }

  private weights(): Float32Array[] {
    return [this.replicas.memory.dense, ...this.replicas.memory.tables].map(({ weights }) => weights);
  }

  private resumed(): RunState | undefined {
    if (this.options.folder === undefined || !existsSync(this.file("last"))) return undefined;
    return loadRun(this.file("last"), this.replicas, this.plan());
  }

  private file(which: "last" | "best"): string {
    return join(this.options.folder ?? "", `${which}.safetensors`);
  }

  /** What a run must have in common with its checkpoint to resume from it. */
  private plan() {
    return { seed: this.seed, batchSize: this.options.batchSize, examples: this.options.examples.length };
  }

  private async broken(step: number, loss: number): Promise<Problem> {
    const batch = ((step - 1) % this.stepsPerEpoch) + 1;
    const epoch = Math.floor((step - 1) / this.stepsPerEpoch) + 1;
    const what = Number.isFinite(loss) ? "the gradient is not finite" : `the loss is ${loss}`;
    const kept = this.options.folder === undefined ? "" : ` The last good checkpoint is saved: ${this.file("last")}.`;
    return new Problem(
      `Training stopped at step ${step} (epoch ${epoch}, batch ${batch}): ${what}; ${await brokenParameter(this.replicas)}.${kept}`,
    );
  }

  private trained(ended: Trained["ended"]): Trained {
    return { replicas: this.replicas, steps: this.state.step, ended, best: this.state.best ?? undefined };
  }
}

function inEqualNumbers<Example>(examples: readonly Example[], threads: number): Example[][] {
  return Array.from({ length: threads }, (_, thread) => examples.slice(...shareOf(examples.length, thread, threads)));
}

function isBetter(number: number, best: number | null, better: "lower" | "higher"): boolean {
  return best === null || (better === "lower" ? number < best : number > best);
}

/** The tokens of a batch are the steps that are present in its sequences. */
function tokensOf(parts: readonly Part[]): number {
  let tokens = 0;
  for (const { values } of parts) {
    for (const [name, { data }] of Object.entries(values)) {
      if (name.endsWith(".present")) for (const present of data) tokens += present;
    }
  }
  return tokens;
}

function prefixed(numbers: Readonly<Record<string, number>>): Omit<Metrics, "step"> {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`validation.${name}`, number]));
}
