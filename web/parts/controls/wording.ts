import type { ComponentChildren } from "preact";

export { counted } from "../../../src/wording.ts";

/** Things in a sentence: `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly ComponentChildren[]): ComponentChildren[] {
  return items.flatMap((item, k) => (k === 0 ? [item] : [k === items.length - 1 ? " and " : ", ", item]));
}

/** Numbers that people count from 1: `paragraph 2`, `paragraphs 2, 3 and 5`. */
export function numbered(what: string, indices: readonly number[]): string {
  const numbers = listed(indices.map((index) => String(index + 1))).join("");
  return `${what}${indices.length === 1 ? "" : "s"} ${numbers}`;
}
