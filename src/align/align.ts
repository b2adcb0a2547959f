import type { Alignment } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import type { Passages } from "../similarity/similarity.ts";

import { type AlignedGuide, alignPoints, byParagraph, type GuideOptions } from "./guide/guide.ts";
import type { GuideOdds } from "./guide/similarity.ts";
import { shippedScorer } from "./learned/shipped-scorer.ts";

/** Paragraphs, or one text whose paragraphs are separated by blank lines. */
export type Text = string | readonly string[];

/**
 * The links between a summary and its story: `align(["She leaves."], ["Anna shut the door and went.", "It rained."])`.
 * One call, no corpus, no set-up; pins fix or forbid links. An empty `pins` says that some will follow, and prepares.
 */
export function align(summary: Text, story: Text, options: GuideOptions = {}): Alignment {
  return byParagraph(alignGuide(summary, story, options));
}

/**
 * The same, with what was found out about the guide: whether it is about this story, in which order it runs, which points
 * have no matching passage, how much of the story is covered, and what its points are where prose was cut into sentences.
 */
export function alignGuide(summary: Text, story: Text, options: GuideOptions = {}): AlignedGuide {
  return alignPoints({ summary: paragraphsOf(summary), story: paragraphsOf(story) }, odds, options);
}

/** Scores once while a person sets pin after pin: the texts of the last call are remembered. */
function rememberingOdds(): (passages: Passages) => GuideOdds {
  let last: { readonly passages: Passages; readonly odds: GuideOdds } | undefined;
  return (passages) => {
    if (last !== undefined && sameTexts(last.passages, passages)) return last.odds;
    const copied = { summary: [...passages.summary], story: [...passages.story] };
    last = { passages: copied, odds: shippedScorer()(copied) };
    return last.odds;
  };
}

const odds = rememberingOdds();

function sameTexts(a: Passages, b: Passages): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((paragraph, k) => paragraph === other[k]);
  return same(a.summary, b.summary) && same(a.story, b.story);
}

function paragraphsOf(text: Text): readonly string[] {
  if (typeof text !== "string") return mustBeTexts(text);
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

/** JavaScript may hand in anything. */
function mustBeTexts(paragraphs: readonly string[]): readonly string[] {
  if (Array.isArray(paragraphs) && paragraphs.every((paragraph) => typeof paragraph === "string")) return paragraphs;
  throw new Problem("The function align() takes a summary and a story, each one text or a list of paragraphs.");
}
