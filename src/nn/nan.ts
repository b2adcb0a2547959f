import { viewOf } from "./parallel/memory.ts";
import type { Team } from "./parallel/team.ts";
import { elements } from "./shape.ts";

/** Which parameter went first, in the order the model declares them: its own values, else its gradient. */
export function brokenParameter({ declarations, memory }: Team): string {
  for (const { name } of declarations) {
    if (viewOf(memory, name).weights.some(isBroken)) return `the first parameter with such values is "${name}"`;
  }
  const [gradient] = memory.gradients;
  for (const [name, { start, shape }] of Object.entries(memory.places)) {
    const part = gradient?.subarray(start, start + elements(shape));
    if (part?.some(isBroken)) return `the first parameter with such a gradient is "${name}"`;
  }
  for (const { name, gradients } of memory.tables) {
    if (gradients.some((each) => each.some(isBroken))) return `the first parameter with such a gradient is "${name}"`;
  }
  return "every parameter and gradient is finite, so look at the batch's own numbers";
}

function isBroken(value: number): boolean {
  return !Number.isFinite(value);
}
