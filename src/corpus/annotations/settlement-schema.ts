import { z } from "zod";
import { noteSchema } from "./annotation-schema.ts";
import { historySchema, index } from "./history-schema.ts";

/** One decision: these paragraphs and no others, none where the list is empty, undecided again where it is null. */
export const settlementStepSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("settle"), summary: index, stories: z.array(index).max(20_000).nullable() }),
  noteSchema,
]);

export type SettlementStep = z.infer<typeof settlementStepSchema>;

/** When gold was written from the sheets of these annotators, and by whom. */
const written = z.object({ at: z.iso.datetime(), by: z.string().max(60), annotators: z.array(z.string().max(60)) });

export const settlementSchema = historySchema(settlementStepSchema).safeExtend({
  written: written.nullable().default(null),
});

/** What was settled about one chapter, step by step, and whether it became gold. */
export type SettlementFile = z.infer<typeof settlementSchema>;
