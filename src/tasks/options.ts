import { z } from "zod";

/** Which entities are offered next to the answer: any of the same story (the paper's), or those of the same chapter first. */
export type CandidateSet = "story" | "hard";
export const candidateSets: readonly CandidateSet[] = ["story", "hard"];

/**
 * What the aligner may read. *paper*: the full summary, as the paper did, so that the alignment knows the answer.
 * *blind*: for cloze no bullet's masked entity, for completion no more than the first tokens of any bullet.
 */
export type Protocol = "paper" | "blind";
export const protocols: readonly Protocol[] = ["paper", "blind"];

const size = z
  .int("Must be a whole number.")
  .min(2, "Must be 2 or more: a question needs a wrong option.")
  .default(10)
  .describe("options of a question, the answer included");
const seed = z.int("Must be a whole number.").default(1).describe("the seed of everything random");

/**
 * Every rule of the cloze questions; the defaults are the paper's, or our reading where it is silent. The command line
 * makes its options from this schema, and what is sent to another machine is checked against it.
 */
export const clozeSchema = z.strictObject({
  size,
  mask: z.enum(["rarest", "random", "first"]).default("rarest").describe("which entity of a point is masked"),
  /** The chapter's summary, or all summaries of the work. */
  rarity: z.enum(["chapter", "work"]).default("chapter").describe("where rarity is counted"),
  occurs: z.enum(["work", "chapter"]).default("work").describe("where an entity must occur to be asked for"),
  mentions: z.enum(["all", "first"]).default("all").describe("which mentions of the entity in the point are masked"),
  /** Those that the summaries name are filled up from the story. */
  pool: z
    .enum(["summaries", "story"])
    .default("summaries")
    .describe("wrong options are entities that the summaries name, or any of the story"),
  named: z
    .enum(["allowed", "included", "excluded"])
    .default("allowed")
    .describe("whether entities named in the point may be options, always are, or never are"),
  words: z.boolean().default(false).describe("ask for a random word where a point names no entity; for training only"),
  seed,
});

export const completionSchema = z.strictObject({
  given: z
    .int("Must be a whole number.")
    .positive("Must be 1 or more.")
    .default(5)
    .describe("tokens of a point that completion gives"),
  size,
  fill: z
    .enum(["neighbours", "drop"])
    .default("neighbours")
    .describe("a chapter with too few points borrows from its neighbours, or has no completion items"),
  seed,
});

export type ClozeOptions = Readonly<z.infer<typeof clozeSchema>>;
export type CompletionOptions = Readonly<z.infer<typeof completionSchema>>;

export const clozeDefaults: ClozeOptions = clozeSchema.parse({});
export const completionDefaults: CompletionOptions = completionSchema.parse({});

/** The options that differ from the defaults, for signatures: `mask=first`. */
export function optionsText<T extends object>(options: T, defaults: T): string {
  const keys = Object.keys(defaults) as (keyof T & string)[];
  return keys
    .filter((key) => options[key] !== defaults[key] || key === "seed")
    .map((key) => `${key}=${String(options[key])}`)
    .join(" ");
}
