import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { byPlotline, type Found } from "./testing/learn-toy.ts";
import byTorch from "./torch/fixtures/learn-by-torch.json" with { type: "json" };

const { test } = needs("onnxruntime");

test("plotline has the losses, gradients, gains and alignments that training/torch/learn.py has", async () => {
  const found = await byPlotline();
  for (const [lane, { loss, norm, gains, best }] of Object.entries(found)) {
    const there: Pick<Found, "loss" | "norm" | "gains"> & { best: number[][][] } = byTorch[lane as keyof typeof found];
    expect(loss, lane).toBeCloseTo(there.loss, 6);
    expect(norm, lane).toBeCloseTo(there.norm, 5);
    for (const [k, own] of gains.entries())
      for (const [at, gain] of own.entries()) expect(gain, `${lane} ${k} ${at}`).toBeCloseTo(there.gains[k]![at]!, 6);
    expect(best, lane).toEqual(there.best);
  }
});
