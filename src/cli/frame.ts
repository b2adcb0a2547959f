import { Command, InvalidArgumentError, Option } from "commander";
import { mustBeWritable } from "../write.ts";
import { safeJson, styled, write } from "./terminal.ts";

/** What every command takes. */
export interface Common {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** A command with its examples at the end of its help, `--quiet`, and `--json` where a program may want the result. */
export function command(signature: string, description: string, examples: readonly string[], json = true): Command {
  const made = new Command(signature.split(" ")[0])
    .description(description)
    .summary(description.split(/[.:;] /)[0]?.replace(/\.$/, "") ?? description)
    .showHelpAfterError("(--help shows how)");
  for (const argument of signature.split(" ").slice(1)) made.argument(argument);
  if (json) made.option("--json", "print the result as JSON");
  made.option("-q, --quiet", "print nothing but the result");
  return made.addHelpText("after", `\nExamples:\n${examples.map(shellLine).join("\n")}`);
}

/** An example as it is typed; one that is wider than the terminal continues in the next line, as a shell lets it. */
function shellLine(example: string): string {
  const lines = ["  $ plotline"];
  for (const word of example.match(/"[^"]*"|\S+/g) ?? []) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + 1 <= 78) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`      ${word}`);
  }
  return lines.join(" \\\n");
}

export function seedOption(): Option {
  return numberOption("--seed <number>", "the seed of everything random", 1);
}

/** An option that takes a whole number. */
export function numberOption(flags: string, about: string, value: number): Option {
  return new Option(flags, about).default(value).argParser(wholeNumber);
}

/** A file that a command writes at its end: if it cannot, it says so at once, not after hours. */
export function fileToWrite(path: string): string {
  mustBeWritable(path);
  return path;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("A whole number is needed.");
  return Number(text);
}

/** A place counted from 1, as people count, becomes an index from 0. */
export function placeFromOne(text: string): number {
  const place = wholeNumber(text);
  if (place === 0) throw new InvalidArgumentError("Counting starts at 1.");
  return place - 1;
}

/** A number of things: `1 chapter`, `2,314 chapters`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${safeJson(value)}\n`);
}

export function print(text: string): void {
  write(process.stdout, `${text}\n`);
}

/** Something the user should know, besides the result. */
export function warn(text: string, { quiet }: Common = {}): void {
  if (!quiet) write(process.stderr, `${noteMark("note:")} ${text}\n`);
}

/** Something that nobody may miss, whatever they asked to be spared: text of theirs may be lost. */
export function alarm(text: string): void {
  write(process.stderr, `${alarmMark("WARNING:")} ${text}\n`);
}

const noteMark = style("33", "39", process.stderr);
const alarmMark = style("1;31", "22;39", process.stderr);
export const bold = style("1", "22");
export const dim = style("2", "22");
export const green = style("32", "39");
export const yellow = style("33", "39");
export const red = style("31", "39");
export const cyan = style("36", "39");

/** Colours only on a terminal, and never against NO_COLOR. */
function style(on: string, off: string, stream: NodeJS.WriteStream = process.stdout): (text: string) => string {
  return (text) => (stream.isTTY && !process.env["NO_COLOR"] ? styled(text, on, off) : text);
}
