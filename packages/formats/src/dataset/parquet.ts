import type { SchemaElement } from "hyparquet";
import { z } from "zod";

/** Writes rows as they come, `group` of them at a time, with a column for each field of their schema. */
export async function writeParquet(
  path: string,
  rows: AsyncIterable<Record<string, unknown>>,
  schema: z.ZodObject,
  group: number,
): Promise<void> {
  // Loaded where a file is written: whoever only reads books would wait for it.
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
  const fields = Object.entries(schema.shape);
  await parquetWriteRows({
    writer: fileWriter(path),
    rows,
    columns: fields.map(([name]) => ({ name })),
    schema: [{ name: "root", num_children: fields.length }, ...fields.flatMap(([name, field]) => column(name, field))],
    rowGroupSize: group,
  });
}

/** A column and what is nested in it: lists are lists in the file too, and any value may be missing. */
function column(name: string, field: z.core.$ZodType): SchemaElement[] {
  const type = bare(field);
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (type instanceof z.ZodArray)
    return [
      { ...optional, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...column("element", type.element),
    ];
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape);
    return [{ ...optional, num_children: fields.length }, ...fields.flatMap(([own, each]) => column(own, each))];
  }
  if (type instanceof z.ZodBoolean) return [{ ...optional, type: "BOOLEAN" }];
  if (type instanceof z.ZodNumberFormat) return [{ ...optional, type: "INT32" }];
  if (type instanceof z.ZodNumber) return [{ ...optional, type: "DOUBLE" }];
  return [{ ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" }];
}

/** A type without what says that a value may be missing or may not be changed. */
function bare(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional || field instanceof z.ZodReadonly
    ? bare(field.unwrap())
    : field;
}
