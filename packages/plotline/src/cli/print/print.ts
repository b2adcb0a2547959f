export { counted } from "@plotline/base";

import { safeJson, styled, write } from "./terminal.ts";

/** What is part of every result as JSON: the chapters that it is not about. */
let always: object = {};

export function addToJson(more: object): void {
  always = more;
}

/** Prints the result for a program. */
export function printJson(value: unknown): void {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  process.stdout.write(`${safeJson(isRecord ? { ...value, ...always } : value)}\n`);
}

/** Prints a line of the result. */
export function print(text: string): void {
  write(process.stdout, `${text}\n`);
}

/** What a command found or did: as JSON where that was asked for, else in words. */
export function printResult({ json }: { readonly json?: boolean }, value: unknown, words: string): void {
  if (json) printJson(value);
  else print(words);
}

/** Something the user should know, besides the result. */
export function warn(text: string, { quiet }: { readonly quiet?: boolean } = {}): void {
  if (!quiet) write(process.stderr, `${noteMark("note:")} ${text}\n`);
}

/** A warning that is shown even with --quiet: the user's text may be lost. */
export function alarm(text: string): void {
  write(process.stderr, `${alarmMark("WARNING:")} ${text}\n`);
}

const noteMark = style("33", "39", process.stderr);
const alarmMark = style("1;31", "22;39", process.stderr);
export const bold = style("1", "22");
/** Text that is less important. */
export const dim = style("2", "22");
export const green = style("32", "39");
export const yellow = style("33", "39");
export const red = style("31", "39");

/** Colours only on a terminal, and never with NO_COLOR. */
function style(on: string, off: string, stream: NodeJS.WriteStream = process.stdout): (text: string) => string {
  return (text) => (stream.isTTY && !process.env["NO_COLOR"] ? styled(text, on, off) : text);
}
