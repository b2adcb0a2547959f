import { Problem } from "../../problem.ts";

/** A line of a file, counted from 1; blank lines are left out. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

export function linesOf(text: string): Line[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((line, k) => ({ number: k + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
}

/** Says where a file is wrong and what a line should be like. */
export function wrongLine(file: string, { number, text }: Line, like: string): Problem {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return new Problem(`${file}, line ${number}: "${shown}" is not ${like}.`);
}
