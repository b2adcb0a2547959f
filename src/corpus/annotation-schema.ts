import { z } from "zod";

const index = z.int().min(0).max(1_000_000);

export const cellSchema = z.object({ summary: index, story: index });
const cells = z.array(cellSchema).min(1).max(20_000);

export const stepSchema = z.discriminatedUnion("act", [
  z.object({ act: z.literal("link"), cells }),
  z.object({ act: z.literal("unlink"), cells }),
  z.object({ act: z.literal("refuse"), cells }),
  z.object({ act: z.literal("commentary"), summary: index, is: z.boolean() }),
  z.object({ act: z.literal("done"), summary: index, is: z.boolean() }),
]);

export const annotationSchema = z
  .object({ revision: index, steps: z.array(stepSchema), position: index })
  .refine(({ steps, position }) => position <= steps.length, { error: "position lies behind the last step" });

/** One thing that a person did. */
export type Step = z.infer<typeof stepSchema>;
