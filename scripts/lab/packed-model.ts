import { readFileSync } from "node:fs";
import type { Architecture } from "../../src/align/learned/network.ts";
import { type PackedModel, pack } from "../../src/align/learned/weights.ts";

/** One model of those that train_grid.py wrote into a file, as weights of the aligner. */
export function packedModel(file: string, name: string): PackedModel {
  const models = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Trained>>;
  const model = models[name];
  if (model === undefined) throw new Error(`${file} has no ${name}: it has ${Object.keys(models).join(", ")}.`);
  const { weights, middles, spreads, ...trained } = model;
  const values = Object.entries(weights).map(([part, { shape, data }]) => [
    part,
    { shape, data: Float32Array.from(data) },
  ]);
  return pack({
    ...trained,
    scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
    members: [Object.fromEntries(values)],
  });
}

interface Trained {
  readonly works: readonly string[];
  readonly features: readonly string[];
  readonly architecture: Architecture;
  readonly calibration: { readonly slope: number; readonly shift: number };
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
  readonly weights: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: readonly number[] }>>;
}
