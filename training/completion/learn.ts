import { sumOf } from "../../src/lists.ts";
import { model } from "../../src/nn/model.ts";
import { Replicas } from "../../src/nn/parallel/replicas.ts";
import { weightsOf } from "../../src/nn/training-state.ts";
import { type Random, random, shuffled } from "../../src/random.ts";
import { batchOf } from "../../src/readers/completion/coherence/batch.ts";
import { type CutText, coherenceModel, type Sizes, sizesOf } from "../../src/readers/completion/coherence/model.ts";
import { CoherenceNetwork } from "../../src/readers/completion/coherence/network.ts";

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
  const replicas = await Replicas.open(model(coherenceModel(options, options.dropout)), {
    threads: options.threads,
    seed: options.seed,
  });
  try {
    const plans = [
      { groups: stories, passes: options.storyPasses },
      { groups: bullets, passes: options.bulletPasses },
    ].map((plan) => ({ ...plan, steps: stepsOf(plan.groups, plan.passes, options.batch) }));
    const steps = sumOf(plans, (plan) => plan.steps);
    let done = 0;
    for (const [k, plan] of plans.entries()) {
      const next = random("coherence", options.seed, k);
      const batches = endless(plan.groups, options.batch, next);
      for (let step = 0; step < plan.steps; step++) {
        const parts = divided(batches(), options.threads).map((part) => ({
          values: batchOf(part),
          weight: part.flat().length,
        }));
        const { loss, norm } = await replicas.differentiate(parts, { step: ++done, seed: options.seed });
        const rate = options.rate * (1.02 - step / plan.steps);
        await replicas.apply(
          { step: done, scale: Math.min(1, longest / norm) },
          { ...adamSettings, learningRate: rate },
        );
        onProgress({ step: done, steps, loss });
      }
    }
    return new CoherenceNetwork(sizesOf(options), weightsOf(replicas.memory));
  } finally {
    await replicas.close();
  }
}

const adamSettings = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
/** Gradients longer than this are scaled down to it. */
const longest = 5;

function stepsOf(groups: readonly Group[], passes: number, batch: number): number {
  return Math.ceil((groups.flat().length * passes) / batch);
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
