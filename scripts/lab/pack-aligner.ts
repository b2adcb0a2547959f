/** node pack-aligner.mjs MODELS.json NAME WEIGHTS.json turns a model of train_grid.py into a weights file of the aligner. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Architecture } from "../../src/align/learned/network.ts";
import { pack, unpack } from "../../src/align/learned/weights.ts";

interface Trained {
  readonly works: readonly string[];
  readonly features: readonly string[];
  readonly architecture: Architecture;
  readonly calibration: { readonly slope: number; readonly shift: number };
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
  readonly weights: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: readonly number[] }>>;
}

const [from = "", name = "", to = ""] = process.argv.slice(2);
const models = JSON.parse(readFileSync(from, "utf8")) as Readonly<Record<string, Trained>>;
const model = models[name];
if (model === undefined) throw new Error(`${from} has no ${name}: it has ${Object.keys(models).join(", ")}.`);
const { weights, middles, spreads, ...trained } = model;
const packed = pack({
  ...trained,
  scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
  members: [
    Object.fromEntries(
      Object.entries(weights).map(([part, { shape, data }]) => [part, { shape, data: Float32Array.from(data) }]),
    ),
  ],
});
unpack(packed);
writeFileSync(to, `${JSON.stringify(packed, null, 1)}\n`);
