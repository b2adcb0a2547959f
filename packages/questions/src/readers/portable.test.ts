import { random } from "@plotline/base";
import { model } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import { expect, test } from "vitest";
import { toyCorpus, toyModel } from "./testing/toy.ts";
import { trainingPlan } from "./train.ts";

const { data, contexts } = toyCorpus(3, 4);

test.each([
  { task: "cloze", tied: false },
  { task: "completion", tied: false },
  { task: "completion", tied: true },
] as const)(
  "the network for $task (tied: $tied) gives the same on the portable backend as on onnxruntime",
  async ({ task, tied }) => {
    const plan = trainingPlan({ task, data, contexts, model: { ...toyModel, tied }, train: { samples: 8 } });
    const values = plan.training.collate(plan.learning.slice(0, 2), random("batch", task));
    const ran = async (provider: "cpu" | "portable") => {
      const replicas = await Replicas.open(model(plan.build), { provider });
      const step = await replicas.differentiate([{ values, weight: 1 }], { step: 1, seed: 1 });
      const [outputs = {}] = await replicas.evaluate([values]);
      await replicas.close();
      return { step, outputs };
    };
    const [ours, theirs] = [await ran("portable"), await ran("cpu")];
    expect(ours.step.loss).toBeCloseTo(theirs.step.loss, 5);
    expect(ours.step.norm).toBeCloseTo(theirs.step.norm, 4);
    expect(Object.keys(ours.outputs)).toEqual(Object.keys(theirs.outputs));
    for (const [name, { shape, data }] of Object.entries(ours.outputs)) {
      expect([name, shape]).toEqual([name, theirs.outputs[name]?.shape]);
      data.forEach((value, k) => void expect(value).toBeCloseTo(theirs.outputs[name]?.data[k] as number, 4));
    }
  },
);
