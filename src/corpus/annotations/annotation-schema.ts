import { z } from "zod";
import { historySchema, index } from "./history-schema.ts";

export const cellSchema = z.object({ summary: index, story: index });
const cells = z.array(cellSchema).min(1).max(20_000);

/** A remark about a bullet; an empty one deletes the earlier one. */
export const noteSchema = z.object({ act: z.literal("note"), summary: index, text: z.string().max(2000) });

export const stepSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("link"), cells }),
  z.object({ act: z.literal("unlink"), cells }),
  z.object({ act: z.literal("refuse"), cells }),
  z.object({ act: z.literal("commentary"), summary: index, is: z.boolean() }),
  z.object({ act: z.literal("done"), summary: index, is: z.boolean() }),
  noteSchema,
]);

export const annotationSchema = historySchema(stepSchema);

/** One action of a person. */
export type SheetStep = z.infer<typeof stepSchema>;
