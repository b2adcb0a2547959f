import { Problem } from "@plotline/base";
import { z } from "zod";
import { type Checkpoint, loadCheckpoint, type StoredTensor, saveCheckpoint } from "./checkpoint.ts";
import type { Replicas } from "./parallel/replicas.ts";
import { elements, sameShape, showShape } from "./shape.ts";
import { parts, type TrainingState, viewOf } from "./training-state.ts";

/** What a run must have in common with its checkpoint to resume from it. */
type Plan = Pick<RunState, "seed" | "batchSize" | "examples">;

const runState = z.object({
  seed: z.number(),
  batchSize: z.number(),
  examples: z.number(),
  step: z.number(),
  loss: z.number(),
  best: z.number().nullable(),
  sinceBest: z.number(),
});

/** The progress of a run. With the seed this determines the position in the data and the state of everything random. */
export type RunState = Readonly<z.infer<typeof runState>>;

export async function saveRun(file: string, replicas: Replicas, state: RunState): Promise<void> {
  const { declarations, memory } = replicas;
  const tensors: Record<string, StoredTensor> = {};
  for (const { name } of declarations) {
    const view = viewOf(memory, name);
    for (const part of parts) tensors[tensorName(name, part)] = { shape: view.shape, data: view[part] };
  }
  saveCheckpoint(file, { tensors, state });
}

/** Fills the weights and averages from a checkpoint of the same model and plan. */
export function loadRun(file: string, replicas: Replicas, plan?: Plan): RunState {
  const { declarations, memory } = replicas;
  const { tensors, state }: Checkpoint<RunState> = loadCheckpoint(file, isRunState);
  for (const [name, value] of Object.entries(plan ?? {})) {
    const before = state[name as keyof Plan];
    if (before !== value) {
      throw new Problem(
        `${file}: this run was started with ${name} ${before}, not ${value}; use ${before}, or another folder.`,
      );
    }
  }
  for (const { name, shape } of declarations) {
    const view = viewOf(memory, name);
    for (const part of parts) {
      const stored = tensors[tensorName(name, part)];
      if (stored === undefined) throw new Problem(`${file}: this checkpoint is of another model; it has no "${name}".`);
      if (!sameShape(stored.shape, shape)) {
        throw new Problem(
          `${file}: this checkpoint is of another model; its "${name}" is ${showShape(stored.shape)}, not ${showShape(shape)}.`,
        );
      }
      view[part].set(stored.data);
    }
  }
  return state;
}

function tensorName(name: string, part: (typeof parts)[number]): string {
  return part === "weights" ? name : `adam.${part}.${name}`;
}

function isRunState(state: unknown): state is RunState {
  return runState.safeParse(state).success;
}

/** The first broken parameter, in the order the model declares them: by its values, else by its gradient. */
export async function brokenParameter(replicas: Replicas): Promise<string> {
  const { declarations, memory } = replicas;
  const names = declarations.map(({ name }) => name);
  const values = names.find((name) => viewOf(memory, name).weights.some(isBroken));
  if (values !== undefined) return `the first parameter with such values is "${values}"`;
  const gradient = names.find((name) => gradientsOf(memory, name).some((each) => each.some(isBroken)));
  if (gradient !== undefined) return `the first parameter with such a gradient is "${gradient}"`;
  return "every parameter and gradient is finite, so look at the batch's own numbers";
}

function gradientsOf({ places, gradients, tables }: TrainingState, name: string): readonly Float32Array[] {
  const place = places[name];
  if (place === undefined) return tables.find((table) => table.name === name)?.gradients ?? [];
  return gradients.slice(0, 1).map((each) => each.subarray(place.start, place.start + elements(place.shape)));
}

function isBroken(value: number): boolean {
  return !Number.isFinite(value);
}
