import { z } from "zod";

export const index = z.int().min(0).max(1_000_000);

export function historySchema<Step extends z.ZodType>(step: Step) {
  return z
    .object({ revision: index, steps: z.array(step), position: index })
    .refine(({ steps, position }) => position <= steps.length, { error: "position lies after the last step" });
}

/** A step, an undo or a redo, with the revision it was made on. */
export function changeSchema<Step extends z.ZodType>(step: Step) {
  const change = z.union([step, z.object({ act: z.literal("undo") }), z.object({ act: z.literal("redo") })]);
  return z.object({ revision: index, change });
}
