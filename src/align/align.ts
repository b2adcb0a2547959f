import type { Alignment } from "../corpus/types.ts";
import { decide } from "./learned/decide.ts";
import { shipped } from "./learned/plotline.ts";
import { noPins, type Pins } from "./method.ts";
import type { PosteriorOptions } from "./posterior.ts";

/** Paragraphs, or one text whose paragraphs are separated by blank lines. */
export type Text = string | readonly string[];

/**
 * The links between a summary and its story: `align(["She leaves."], ["Anna shut the door and went.", "It rained."])`.
 * One call, no corpus, no set-up; pins fix or forbid links.
 */
export function align(summary: Text, story: Text, { pins = noPins }: { pins?: Pins } = {}): Alignment {
  score ??= shipped.prepare();
  return decide(score({ summary: paragraphsOf(summary), story: paragraphsOf(story) }), pins);
}

/**
 * Chosen on the gold chapters, where F is flat around them: a path gains when a paragraph stays untold (a guide tells
 * less than half of a story), and confidences come out as the shares that are right.
 */
export const likelyOptions: PosteriorOptions = { temperature: 4, skipSummary: 2, skipStory: -1 };

/** Made when it is first needed: a page that never aligns pays nothing. */
let score: ReturnType<typeof shipped.prepare> | undefined;

function paragraphsOf(text: Text): readonly string[] {
  if (typeof text !== "string") return text;
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
