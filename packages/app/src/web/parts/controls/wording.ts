export { counted } from "@plotline/base";

import type { ComponentChildren } from "preact";

/** `65 %`, never at the end of one line and the start of the next. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** `.650`, as the tables of papers have it. */
export function decimal(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

/** `Nov 16, 2026` */
export function day(time: string): string {
  return new Date(time).toLocaleDateString("en", { dateStyle: "medium" });
}

/** `Nov 16, 2026, 4:12 AM` */
export function minute(time: string): string {
  return new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** Things in a sentence: `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly ComponentChildren[]): ComponentChildren[] {
  return items.flatMap((item, k) => (k === 0 ? [item] : [k === items.length - 1 ? " and " : ", ", item]));
}

/** Ascending numbers as the first and the last of each run without a gap. */
export function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** Numbers that people count from 1: `paragraph 2`, `paragraphs 2, 3 and 5`. */
export function numbered(what: string, indices: readonly number[]): string {
  const numbers = listed(indices.map((index) => String(index + 1))).join("");
  return `${what}${indices.length === 1 ? "" : "s"} ${numbers}`;
}
