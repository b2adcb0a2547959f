import type { SchemaElement } from "hyparquet";
import { fileWriter, parquetWriteRows } from "hyparquet-writer";

/** One entry per column, each with its nested elements. */
export type Columns = readonly (readonly SchemaElement[])[];

/** Writes rows as they come, `group` of them at a time; lists are lists in the file too. */
export async function writeParquet(
  path: string,
  rows: AsyncIterable<Record<string, unknown>>,
  columns: Columns,
  group: number,
): Promise<void> {
  await parquetWriteRows({
    writer: fileWriter(path),
    rows,
    columns: columns.flatMap(([top]) => (top === undefined ? [] : { name: top.name })),
    schema: [{ name: "root", num_children: columns.length }, ...columns.flat()],
    rowGroupSize: group,
  });
}

export const text = (name: string): SchemaElement => ({
  name,
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  repetition_type: "OPTIONAL",
});
export const number = (name: string): SchemaElement => ({ name, type: "INT32", repetition_type: "OPTIONAL" });
export const real = (name: string): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "OPTIONAL" });
export const truth = (name: string): SchemaElement => ({ name, type: "BOOLEAN", repetition_type: "OPTIONAL" });
export const list = (name: string, ...element: SchemaElement[]): SchemaElement[] => [
  { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ...element,
];
export const struct = (name: string, ...fields: SchemaElement[][]): SchemaElement[] => [
  { name, repetition_type: "OPTIONAL", num_children: fields.length },
  ...fields.flat(),
];
