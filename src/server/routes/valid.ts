import { zValidator } from "@hono/zod-validator";
import { z } from "zod";
import { faultIn } from "../../json.ts";

/** A chapter as it comes in an address. */
export const workAddress = z.object({ folder: z.string().min(1).max(200) });
export const chapterAddress = workAddress.extend({ number: z.coerce.number().int().min(0) });

export const chapterList = z
  .array(z.object({ folder: z.string().min(1).max(200), number: z.int().min(0) }))
  .max(20_000);

/** What does not fit the schema gets a sentence that names the place. */
export const valid = <Target extends "param" | "json" | "form" | "query", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result, context) => {
    if (!result.success) return context.json({ problem: `${faultIn(result.error, target)}.` }, 400);
  });
