import type { Block } from "@plotline/formats";
import type { Contents, Headings } from "./contents.ts";
import { isCapitals } from "./lettering.ts";
import type { Reason } from "./reasons.ts";
import type { Structure } from "./structure.ts";

const limits = {
  /** A title below its number: no more than this and these lines. */
  longestTitle: 300,
  mostTitleLines: 5,
} as const;

export type Role = "chapter" | "division" | "front" | "back" | "cast" | "contents";

/** Where something begins, what it is, and why we think so. */
export interface Boundary {
  readonly block: number;
  readonly role: Role;
  /** A prologue or an epilogue counts however short it is. */
  readonly named: boolean;
  readonly heading: string;
  /** How many blocks the heading takes whole; after those, how many lines of the next. */
  readonly blocks: number;
  readonly lines: number;
  readonly reasons: readonly Reason[];
  /** The contents list names it, so what is below is not lost by mistake. */
  readonly listed?: boolean;
}

export interface Context {
  readonly blocks: readonly Block[];
  readonly headings: Headings;
  readonly structure: Structure;
  readonly contents: Contents;
  /** The contents list's entries by title. */
  readonly entries: ReadonlyMap<string, string>;
  /** The contents list names what begins at this block. */
  isNamed(block: number): boolean;
}

export function boundary(
  block: number,
  role: Role,
  heading: string,
  blocks: number,
  lines: number,
  reasons: readonly Reason[],
): Boundary {
  return { block, role, named: false, heading, blocks, lines, reasons };
}

export function isOwnCapitals({ text: raw }: Block, text: string): boolean {
  return isCapitals(text) && text.replace(/[^\p{L}]/gu, "").length > 2 && !/^\s*[[(]/.test(raw) && !isSpoken(text);
}

export function isShort({ text }: Block): boolean {
  return text.length < limits.longestTitle && text.trim().split("\n").length <= limits.mostTitleLines;
}

export function isSpoken(text: string): boolean {
  return /^["“'‘]/.test(text) && /["”'’]$/.test(text);
}

/** The next numbered heading carries on the count of the one before: nothing is missing between them. */
export function insideRun(block: number, { leaves }: Structure): boolean {
  const after = leaves.findIndex((mark) => mark.block > block);
  if (after <= 0) return false;
  const [before, next] = [leaves[after - 1]!.heading.number ?? 0, leaves[after]!.heading.number];
  return next !== 1 && next !== before + 2;
}
