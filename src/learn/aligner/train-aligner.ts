import { featureReader } from "../../align/learned/feature-readers.ts";
import { tiers } from "../../align/learned/inputs.ts";
import { type PackedModel, pack } from "../../align/learned/weights.ts";
import type { Chapter } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { shippedTable } from "../../text/pieces/shipped.ts";
import { example } from "./example.ts";
import { type LearningOptions, learn, learningDefaults } from "./learn.ts";

/** The settings of training. To train with an encoder, use the command `plotline train aligner`. */
export type AlignerOptions = Omit<LearningOptions, "tier">;

/**
 * Trains an aligner on chapters with gold links. Chapters without gold help too: the network that remains learns what
 * several that saw gold predict for them. The weights are plain JSON; `learnedMethod` makes a method of them.
 *
 * @example
 * const summary = ["The miser counts his gold.", "A storm wrecks the ship."];
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const gold = [0, 1].map((k) => ({ summary: k, story: k, confidence: 1 }));
 * const chapters = ["A", "B"].map((work) => ({ work, number: 0, summary, story, gold }));
 * const small = { members: 2, channels: 4, epochs: 1, student: { channels: 4, passes: 1 } };
 * const mine = learnedMethod("mine", await trainAligner(chapters, small));
 * [mine.name, mine.learnedFrom]; // → ["mine", ["A", "B"]]
 */
export async function trainAligner(
  chapters: readonly Chapter[],
  options: Partial<AlignerOptions> = {},
  onStep?: () => void,
): Promise<PackedModel> {
  const settings: LearningOptions = { ...learningDefaults, ...options, tier: "table" };
  const read = featureReader(tiers[settings.tier], { table: await shippedTable() });
  const usable = chapters.filter(({ summary, story }) => summary.length > 0 && story.length > 0);
  const examples = usable.filter(hasGold).map((chapter) => example(chapter, read(chapter)()));
  if (examples.length === 0) throw new Problem("No chapter has gold links, so there is nothing to learn from.");
  const others = usable.filter((chapter) => !hasGold(chapter)).map((chapter) => read(chapter)());
  return pack(await learn(examples, others, settings, onStep));
}

function hasGold({ gold }: Chapter): boolean {
  return gold !== undefined && gold.length > 0;
}
