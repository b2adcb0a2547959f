import type { ComponentChildren } from "preact";

/** A number of things: `1 chapter`, `2,314 chapters`. */
export function counted(count: number, what: string, plural = `${what}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? what : plural}`;
}

/** Things in a sentence: `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly ComponentChildren[]): ComponentChildren[] {
  return items.flatMap((item, k) => (k === 0 ? [item] : [k === items.length - 1 ? " and " : ", ", item]));
}

/** Numbers that people count from 1: `paragraph 2`, `paragraphs 2, 3 and 5`. */
export function numbered(what: string, indices: readonly number[]): string {
  const numbers = listed(indices.map((index) => String(index + 1))).join("");
  return `${what}${indices.length === 1 ? "" : "s"} ${numbers}`;
}
