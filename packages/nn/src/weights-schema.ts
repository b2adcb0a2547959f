import { z } from "zod";

/** The schema of weights in a file. */
export const packedWeights = z.record(
  z.string(),
  z.object({
    shape: z.array(z.int().nonnegative()),
    bits: z.union([z.literal(8), z.literal(16)]),
    steps: z.base64(),
    values: z.base64(),
    check: z.int().optional(),
  }),
);
