import type { Pointer } from "./pointer.ts";
import { unpackPointer } from "./weights.ts";

let shipped: Promise<Pointer> | undefined;

/** The pointer as it ships: trained by `plotline train pointer` on works outside validation. Loaded when first used. */
export function shippedPointer(): Promise<Pointer> {
  shipped ??= load();
  return shipped;
}

async function load(): Promise<Pointer> {
  const { default: packed } = await import("./data/pointer.json", { with: { type: "json" } });
  return unpackPointer(packed);
}
