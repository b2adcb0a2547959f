import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../files/transaction.ts";

/** The files of people whose reading places follow a work into another folder. A file with a fault is left alone. */
export function movedPlaces(folder: string, from: string, to: string): Change[] {
  return namesIn(join(folder, "people"))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const path = `people/${name}`;
      const content = moved(readFileSync(join(folder, path), "utf8"), from, to);
      return content === undefined ? [] : [{ write: path, content }];
    });
}

function moved(text: string, from: string, to: string): string | undefined {
  const person = parsed(text);
  if (!isRecord(person) || !isRecord(person["places"]) || !(from in person["places"])) return undefined;
  const { [from]: place, ...others } = person["places"];
  return `${JSON.stringify({ ...person, places: { ...others, [to]: place } }, undefined, 1)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
