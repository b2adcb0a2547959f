import { once } from "../../once.ts";
import type { Pointer } from "./pointer.ts";
import { unpackPointer } from "./weights.ts";

/** The pointer as it ships: trained by training/train-pointer.mjs on works outside validation. Loaded when first used. */
export const shippedPointer = once(async (): Promise<Pointer> => {
  const { default: packed } = await import("./data/pointer.json", { with: { type: "json" } });
  return unpackPointer(packed);
});
