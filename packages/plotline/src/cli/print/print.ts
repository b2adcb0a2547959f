import { sumOf } from "@plotline/base";
import type { Table } from "@plotline/runs";
import { safeJson, styled, withoutStyles, write } from "./terminal.ts";

export { counted } from "@plotline/base";

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

/**
 * A plain-text table; columns of numbers are right-aligned. On a terminal that is too narrow, the first cell of a row,
 * such as a work's title, is truncated.
 */
export function textTable(
  header: readonly string[],
  all: readonly (readonly string[])[],
  columns = process.stdout.columns || Number.POSITIVE_INFINITY,
): string {
  const rows = all.map((row) => [...row]);
  const needed = header.map((title, k) => Math.max(width(title), ...rows.map((row) => width(row[k] ?? ""))));
  const others = sumOf(needed.slice(1), (each) => each + 2);
  const first = Math.max(Math.min(needed[0] ?? 0, columns - others), width(header[0] ?? ""), 12);
  for (const row of rows) if (width(row[0] ?? "") > first) row[0] = beginning(row[0] ?? "", first);
  const widths = [Math.min(needed[0] ?? 0, first), ...needed.slice(1)];
  const right = header.map(
    (_, k) => rows.length > 0 && rows.every((row) => /^[–\-+.\d,% ()[\]/×]*$/.test(row[k] ?? "")),
  );
  const line = (cells: readonly string[]) =>
    widths
      .map((w, k) => pad(cells[k] ?? "", w, right[k] ?? false))
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((w) => "─".repeat(w)).join("  "), ...rows.map(line)].join("\n");
}

/** A table under its title. */
export function titledTable(title: string, { header, rows }: Table): string {
  return `${bold(title)}\n${textTable(header, rows)}`;
}

/** The line that says how a table was made. */
export function signatureText(signature: string): string {
  return dim(wrap(signature.replaceAll("|", " | ")));
}

function pad(text: string, to: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, to - width(text)));
  return right ? space + text : text + space;
}

/** Width on the terminal: colour codes and combining marks take none. */
function width(text: string): number {
  return [...withoutStyles(text).normalize("NFC")].length;
}

/** Text in lines that fit the terminal, each after an indent. */
export function wrap(text: string, { indent = 0, columns = Math.min(process.stdout.columns || 80, 100) } = {}): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > columns - indent) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each).join("\n");
}

export function beginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
