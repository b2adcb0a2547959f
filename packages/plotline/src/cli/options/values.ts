import { mustBeWritable } from "@plotline/base/node";
import { placeList } from "@plotline/corpus";
import { InvalidArgumentError, Option } from "commander";

/** `--seed`. */
export function seedOption(): Option {
  return numberOption("--seed <number>", "the seed of everything random", 1);
}

/** An option that takes a whole number. */
export function numberOption(flags: string, about: string, value: number): Option {
  return new Option(flags, about).default(value).argParser(wholeNumber);
}

/** A file that a command writes at its end; if it cannot be written, that is reported at once, not after hours. */
export function fileToWrite(path: string): string {
  mustBeWritable(path);
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
