import { once } from "@plotline/base";
import { likeStem } from "@plotline/text";
import { tableAtOnce } from "@plotline/text/token-table";
import { type Cell, mustBeIn } from "./chapter/cells.ts";
import type { Alignment } from "./chapter/types.ts";
import { sentencesOfLink } from "./evidence/of-links.ts";
import { explainCell } from "./explain.ts";
import {
  type AlignedGuide,
  alignPoints,
  byParagraph,
  cutInto,
  type GuideOptions,
  likelyParagraphs,
} from "./guide/guide.ts";
import { type GuideOdds, shipped } from "./guide/similarity.ts";
import type { Explanation } from "./method.ts";
import { shippedWithEncoder } from "./plotline.ts";
import type { OpenedEncoder } from "./similarity/encoder.ts";
import type { Matrix, Passages } from "./similarity/similarity.ts";
import { paragraphsOf, type Text } from "./text.ts";

/**
 * The links between a summary and its story. One call, no corpus, no set-up; pins fix or forbid links. An empty `pins`
 * says that some will follow, and prepares.
 *
 * @example
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const links = align(["The miser counts his gold.", "A storm wrecks the ship."], story);
 * links; // → [{ summary: 0, story: 0, confidence: 0.995818 }, { summary: 1, story: 1, confidence: 0.995767 }]
 */
export function align(summary: Text, story: Text, options: GuideOptions = {}): Alignment {
  return byParagraph(alignGuide(summary, story, options));
}

/**
 * The same, with what was found out about the guide: whether it is about this story, in which order it runs, which points
 * have no matching passage, how much of the story is covered, and what its points are where prose was cut into sentences.
 *
 * @example
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const guide = alignGuide(["A storm wrecks the ship.", "The miser counts his gold."], story);
 * [guide.fit.verdict, guide.order.verdict, guide.unmatched]; // → ["fits", "reversed", []]
 */
export function alignGuide(summary: Text, story: Text, options: GuideOptions = {}): AlignedGuide {
  return alignPoints(passagesOf(summary, story, options), odds, options);
}

/**
 * How likely each summary paragraph covers each story paragraph: the probability of every cell, linked or not. A link that
 * `align` makes of the same texts has the confidence of its cell.
 *
 * @example
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const likely = likelihoods(["The miser counts his gold.", "A storm wrecks the ship."], story);
 * [likely.rows, likely.columns, ...likely.values]; // → [2, 2, 0.995818, 0.001733, 0.001287, 0.995767]
 */
export function likelihoods(summary: Text, story: Text, options: GuideOptions = {}): Matrix {
  return likelyParagraphs(passagesOf(summary, story, options), odds, options);
}

/**
 * Why a summary paragraph is linked to a story paragraph, or would be: the words that both have, their places, and the best
 * other paragraph.
 *
 * @example
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const { words } = explain(["The miser counts his gold.", "A storm wrecks the ship."], story, { summary: 0, story: 0 });
 * words.map(({ word }) => word); // → ["miser", "counts", "gold"]
 */
export function explain(summary: Text, story: Text, link: Cell, options: GuideOptions = {}): Explanation {
  return explained(passagesOf(summary, story, options), odds, link, options);
}

/** The functions above, asked with an encoder: each gives a promise. */
export interface WithEncoder {
  align(summary: Text, story: Text, options?: GuideOptions): Promise<Alignment>;
  alignGuide(summary: Text, story: Text, options?: GuideOptions): Promise<AlignedGuide>;
  likelihoods(summary: Text, story: Text, options?: GuideOptions): Promise<Matrix>;
  explain(summary: Text, story: Text, link: Cell, options?: GuideOptions): Promise<Explanation>;
}

/**
 * The same functions with the vectors of an encoder that `openEncoder` opened, which knows more of what words mean: a
 * chapter takes seconds instead of milliseconds. `openStory(story).citeWith(encoder, statement)` is `cite` with one.
 *
 * @example
 * const { align } = withEncoder(await openEncoder("packages/encoder"));
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const links = await align(["An old man has money.", "A vessel is lost at sea."], story);
 * links.map(({ summary, story }) => [summary, story]); // → [[0, 0], [1, 1]]
 */
export function withEncoder(encoder: Pick<OpenedEncoder, "tokens" | "weights">): WithEncoder {
  const score = once(() => shippedWithEncoder(encoder).prepare({ table: tableAtOnce() }));
  const asked =
    <Answer>(answer: (passages: Passages, odds: () => GuideOdds, options: GuideOptions) => Answer) =>
    async (summary: Text, story: Text, options: GuideOptions = {}) => {
      const passages = passagesOf(summary, story, options);
      const odds = await score()(cutInto(passages, options));
      return answer(passages, () => odds, options);
    };
  return {
    align: asked((...scored) => byParagraph(alignPoints(...scored))),
    alignGuide: asked(alignPoints),
    likelihoods: asked(likelyParagraphs),
    explain: (summary, story, link, given) =>
      asked((passages, odds, options) => explained(passages, odds, link, options))(summary, story, given),
  };
}

/** What ships, ready to score at once. */
export const shippedScorer = once(() => shipped.prepare({ table: tableAtOnce() }));

function explained(passages: Passages, odds: (cut: Passages) => GuideOdds, link: Cell, options: GuideOptions) {
  mustBeIn(link, passages);
  const links = byParagraph(alignPoints(passages, odds, options));
  const why = explainCell(passages, likelyParagraphs(passages, odds, options), links, link, likeStem);
  return { ...why, sentences: sentencesOfLink(passages, link) };
}

function passagesOf(summary: Text, story: Text, { language }: GuideOptions): Passages {
  return { summary: paragraphsOf(summary), story: paragraphsOf(story), language };
}

/** Scores once while a person sets pin after pin: the texts of the last call are remembered. */
function rememberingOdds(): (passages: Passages) => GuideOdds {
  let last: { readonly passages: Passages; readonly odds: GuideOdds } | undefined;
  return (passages) => {
    if (last !== undefined && sameTexts(last.passages, passages)) return last.odds;
    const copied = { ...passages, summary: [...passages.summary], story: [...passages.story] };
    last = { passages: copied, odds: shippedScorer()(copied) };
    return last.odds;
  };
}

const odds = rememberingOdds();

function sameTexts(a: Passages, b: Passages): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((paragraph, k) => paragraph === other[k]);
  return same(a.summary, b.summary) && same(a.story, b.story) && a.language === b.language;
}
