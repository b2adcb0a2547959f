import { z } from "zod";
import { index } from "../chapter-place.ts";

/** A point with a paragraph, as files and requests have it. */
export const cellSchema = z.object({ summary: index, story: index });
const cells = z.array(cellSchema).min(1).max(20_000);

/** A remark about a point; an empty one deletes the earlier one. */
const noteSchema = z.object({ act: z.literal("note"), summary: index, text: z.string().max(2000) });

/** One action of an annotator. */
export const sheetStepSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("link"), cells }),
  z.object({ act: z.literal("unlink"), cells }),
  z.object({ act: z.literal("refuse"), cells }),
  z.object({ act: z.literal("commentary"), summary: index, is: z.boolean() }),
  z.object({ act: z.literal("done"), summary: index, is: z.boolean() }),
  noteSchema,
]);
/** One action of an annotator, checked. */
export type SheetStep = z.infer<typeof sheetStepSchema>;

/** One decision: these paragraphs and no others, none where the list is empty, undecided again where it is null. */
export const settlementStepSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("settle"), summary: index, stories: z.array(index).max(20_000).nullable() }),
  noteSchema,
]);
/** One decision of who settles, checked. */
export type SettlementStep = z.infer<typeof settlementStepSchema>;

/** A step, an undo or a redo, with the revision it was made on. */
export function changeSchema<Step extends z.ZodType>(step: Step) {
  const change = z.union([step, z.object({ act: z.literal("undo") }), z.object({ act: z.literal("redo") })]);
  return z.object({ revision: index, change });
}

function historySchema<Step extends z.ZodType>(step: Step) {
  return z
    .object({ revision: index, steps: z.array(step), position: index })
    .refine(({ steps, position }) => position <= steps.length, { error: "position lies after the last step" });
}

/** A sheet as its file has it. */
export const sheetSchema = historySchema(sheetStepSchema);

/** When gold was written from the sheets of these annotators, and by whom. */
const written = z.object({ at: z.iso.datetime(), by: z.string().max(60), annotators: z.array(z.string().max(60)) });

/** What was settled about one chapter, step by step, and whether it became gold. */
export const settlementSchema = historySchema(settlementStepSchema).safeExtend({
  written: written.nullable().default(null),
});
/** What was settled about a chapter, and whether it became gold. */
export type SettlementFile = z.infer<typeof settlementSchema>;
