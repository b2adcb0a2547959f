import { readFileSync } from "node:fs";
import { parsedJson } from "./json.ts";

/** The value in a JSON file; undefined where it cannot be read or is not JSON. */
export function jsonIn(file: string): unknown {
  try {
    return parsedJson(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
