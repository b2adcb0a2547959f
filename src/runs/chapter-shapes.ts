import { z } from "zod";
import { densityNames } from "../align/guide/density.ts";
import type { Alignment } from "../corpus/types.ts";

const place = z.int().nonnegative();
const linkShape = z.strictObject({ summary: place, story: place, confidence: z.number() });
export const textsShape = z.array(z.string()).readonly();

/** A chapter without its gold, by value. */
export const readableShape = z.strictObject({
  work: z.string(),
  number: z.int(),
  summary: textsShape,
  story: textsShape,
  language: z.string().optional(),
});

/** The methods to use, their seed, and what is known of the corpus's density. */
export const methodsShape = z.strictObject({
  methods: z.array(z.string()).readonly(),
  seed: z.number(),
  density: z.union([z.enum(densityNames), z.number()]).optional(),
  language: z.string().optional(),
  calibration: z.strictObject({ slope: z.number(), shift: z.number(), whole: z.boolean().optional() }).optional(),
});

export const linksShape = z.array(linkShape).readonly();

/** The same links without any other fields. */
export function plainLinks(links: Alignment): Alignment {
  return links.map(({ summary, story, confidence }) => ({ summary, story, confidence }));
}
