import { zValidator } from "@hono/zod-validator";
import { faultIn } from "@plotline/base/node";
import { workFolder } from "@plotline/corpus";
import { z } from "zod";

/** A chapter as it comes in an address. */
export const workAddress = z.object({ folder: workFolder });
export const chapterAddress = workAddress.extend({ number: z.coerce.number().int().min(0) });

/** What does not fit the schema gets a sentence that names the place. */
export const valid = <Target extends "param" | "json" | "form" | "query", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result, context) => {
    if (!result.success) return context.json({ problem: `${faultIn(result.error, target)}.` }, 400);
  });
