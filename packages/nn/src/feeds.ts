import { Problem } from "@plotline/base";
import type { Feed, Kind } from "./graph.ts";
import { elements, type Shape, showShape, type Value, type Values } from "./shape.ts";

/** Something the host must supply before the model can run. */
export interface ModelInput extends Kind {
  readonly name: string;
  readonly feed: Feed;
}

export function feedName(feed: Feed, place: number): string {
  if (feed.feed === "rows") return rowsName(feed);
  if (feed.feed === "keep") return `kept ${place}`;
  return feed.name;
}

export function rowsName({ table, ids }: { readonly table: string; readonly ids: string }): string {
  return `rows of ${table} for ${ids}`;
}

/** Checks that every input is given, and that every named size has one value throughout. */
export function checkValues(inputs: readonly ModelInput[], values: Values): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const { name, shape } of inputs) {
    const value = values[name];
    if (value === undefined) throw new Problem(`The batch lacks the input "${name}".`);
    bindSizes(name, shape, value, sizes);
  }
  return sizes;
}

/** Takes the sizes that a batch decides from a value, and checks the others. */
export function bindSizes(name: string, shape: Shape, value: Value, sizes: Record<string, number>): void {
  if (value.shape.length !== shape.length || elements(value.shape) !== value.data.length)
    throw wrongShape(name, shape, value);
  shape.forEach((size, axis) => {
    const found = value.shape[axis]!;
    if (typeof size === "string" && !size.includes("*")) sizes[size] ??= found;
    const expected = typeof size === "number" ? size : (sizes[size] ?? found);
    if (found !== expected)
      throw wrongShape(name, shape, value, typeof size === "string" ? `${size} is ${expected}` : "");
  });
}

function wrongShape(name: string, shape: Shape, value: Value, why = ""): Problem {
  const found = `${showShape(value.shape)} with ${value.data.length} numbers`;
  return new Problem(`The input "${name}" should be ${showShape(shape)}${why && ` where ${why}`}, but it is ${found}.`);
}

export function noSuchRow(table: string, ids: string, row: number, rows: number): Problem {
  return new Problem(`The rows of ${table} for ${ids}: row ${row} is not in a table of ${rows} rows.`);
}
