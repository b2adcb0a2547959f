import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Problem, reasonOf } from "@plotline/base";
import { mustBeWritable, unfinished, writeAtomically } from "@plotline/base/node";
import { placeList } from "@plotline/corpus";
import { keptAside, mustBeReplaceable } from "@plotline/corpus/node";
import { InvalidArgumentError, Option } from "commander";
import { tellAside } from "./replace.ts";

/** `--seed`. */
export function seedOption(): Option {
  return numberOption("--seed <number>", "the seed of everything random", 1);
}

/** An option that takes a whole number. */
export function numberOption(flags: string, about: string, value: number): Option {
  return new Option(flags, about).default(value).argParser(wholeNumber);
}

/** An option that takes one of these; with a default unless one must be given. */
export function choiceOption(flags: string, about: string, choices: readonly string[], usual?: string): Option {
  return new Option(flags, about).choices(choices).default(usual);
}

/** A file that a command writes at its end; if it cannot be written, that is reported at once, not after hours. */
export function fileToWrite(path: string): string {
  mustBeWritable(path);
  if (statSync(path, { throwIfNoEntry: false })?.size) mustBeReplaceable(path);
  return path;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(text);
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError("Must be a port, from 0 to 65535.");
  return port;
}

/** `1-4,7`: places counted from 1, as people count, become indices from 0. */
export function placesFromOne(text: string): number[] {
  const places = placeList(text);
  if (places === undefined) throw new InvalidArgumentError("Must be places counted from 1, like 1-4,7.");
  return places;
}

/** A place counted from 1, as people count, becomes an index from 0. */
export function placeFromOne(text: string): number {
  const place = wholeNumber(text);
  if (place === 0) throw new InvalidArgumentError("Counting starts at 1.");
  return place - 1;
}

/** What stands for standard input where a file is read, and for standard output where one is written. */
const standard = "-";

export function outOption(about: string): Option {
  return new Option("-o, --out <file>", `${about}; - is standard output`).argParser((path: string) =>
    path === standard ? path : fileToWrite(path),
  );
}

export function isStandard(path: string | undefined): path is typeof standard {
  return path === standard;
}

/** A file as it is, or what standard input has to say, in a file that is gone when the process ends. */
export function fileOrInput(path: string): string {
  if (!isStandard(path)) return path;
  if (process.stdin.isTTY) throw new Problem("- reads standard input, and nothing is piped into it.");
  const file = join(ownFolder(), "standard input");
  try {
    writeFileSync(file, readFileSync(process.stdin.fd));
  } catch (error) {
    throw new Problem(`Standard input cannot be read: ${reasonOf(error)}.`);
  }
  return file;
}

/** Writes a file whole or not at all, or prints it. What was in the file is set aside, unless it is ours. */
export function writeFileOrOutput(
  path: string,
  content: string | Uint8Array,
  isOurs: (before: string) => boolean = () => false,
): void {
  if (isStandard(path)) return void process.stdout.write(content);
  const before = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : Buffer.of();
  const isLost = !before.equals(Buffer.from(content)) && !isOurs(before.toString("utf8"));
  const aside = isLost ? keptAside(path) : undefined;
  writeAtomically(path, content);
  if (aside !== undefined) tellAside(aside);
}

/** For what can only be written as a file: a file of its own, which is printed and removed. */
export async function throughFile(path: string, write: (file: string) => Promise<void>): Promise<void> {
  if (!isStandard(path)) return write(path);
  const file = join(ownFolder(), "output");
  await write(file);
  await pipeline(createReadStream(file), process.stdout, { end: false });
}

/** Where a command writes its file to standard output. */
export function mustNotBeJson({ json }: { readonly json?: boolean | undefined }): void {
  if (json) throw new Problem("--json and --out - both want standard output; give one of them.");
}

/** A folder that is gone when the process ends; after a kill, when the next one makes its own. */
function ownFolder(): string {
  unfinished.sweepOnce(tmpdir(), true);
  const folder = unfinished.name(join(tmpdir(), "plotline"));
  mkdirSync(folder, { mode: 0o700 });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
