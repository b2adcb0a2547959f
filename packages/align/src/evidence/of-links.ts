import { type Language, languageOf } from "@plotline/text";
import { tableAtOnce } from "@plotline/text/token-table";
import { mustBeIn } from "../chapter/cells.ts";
import type { Alignment, Link, LinkSentence } from "../chapter/types.ts";
import type { Passages } from "../similarity/similarity.ts";
import { planesReader } from "./features.ts";
import { likelySentences, rounded } from "./rank.ts";
import { type StorySentence, storySentences } from "./story-sentences.ts";

/** Of a paragraph's sentences, up to this many carry a link. */
const mostSentences = 3;
/** Further sentences must be at least this part as likely as the best. */
const leastPart = 0.5;
/** Points that are compared with the story at a time. */
const pointsAtOnce = 16;
/** Paragraphs before and after their links that points are compared with. */
const around = 100;

/** The links, each with the sentences of its story paragraph that carry it, in their order. */
export function withEvidence(passages: Passages, links: Alignment): Alignment {
  for (const link of links) mustBeIn(link, passages);
  const language = languageOf(passages);
  const points = [...new Set(links.map(({ summary }) => summary))].sort((a, b) => a - b);
  const found = new Map<Link, readonly LinkSentence[]>();
  for (let first = 0; first < points.length; first += pointsAtOnce) {
    const some = points.slice(first, first + pointsAtOnce);
    const own = links.filter(({ summary }) => some.includes(summary));
    for (const [link, sentences] of evidenceOf(own, some, passages, language)) found.set(link, sentences);
  }
  return links.map((link) => ({ ...link, sentences: found.get(link) ?? [] }));
}

/** The sentences of a story paragraph that carry a link, or would carry it. */
export function sentencesOfLink(
  passages: Passages,
  { summary, story }: Pick<Link, "summary" | "story">,
): readonly LinkSentence[] {
  return withEvidence(passages, [{ summary, story, confidence: 1 }])[0]?.sentences ?? [];
}

function evidenceOf(
  links: Alignment,
  points: readonly number[],
  { summary, story }: Passages,
  language: Language,
): (readonly [Link, readonly LinkSentence[]])[] {
  const sentences = sentencesNear(links, story, language);
  if (sentences.length === 0) return [];
  const asked = {
    summary: points.map((point) => summary[point] ?? ""),
    story: sentences.map(({ text }) => text),
    language: language.code,
  };
  const likely = likelySentences(planesReader(tableAtOnce())(asked), sentences.length);
  return links.map((link) => {
    const row = points.indexOf(link.summary) * sentences.length;
    const own = sentences.flatMap(({ paragraph, start, end }, place) =>
      paragraph === link.story ? [{ start, end, score: rounded(likely[row + place]!) }] : [],
    );
    return [link, carrying(own)] as const;
  });
}

/** Those of the paragraphs that some links lead to, and of others around them: a whole book need not be compared. */
function sentencesNear(links: Alignment, story: readonly string[], language: Language): readonly StorySentence[] {
  const places = links.map((link) => link.story);
  const first = Math.max(0, places.reduce((least, place) => Math.min(least, place), story.length) - around);
  const end = places.reduce((most, place) => Math.max(most, place), 0) + around + 1;
  return storySentences(story.slice(first, end), language).map((sentence) => ({
    ...sentence,
    paragraph: sentence.paragraph + first,
  }));
}

function carrying(sentences: readonly LinkSentence[]): readonly LinkSentence[] {
  const ranked = [...sentences].sort((a, b) => b.score - a.score);
  const least = leastPart * (ranked[0]?.score ?? 0);
  const chosen = ranked.slice(0, mostSentences).filter(({ score }) => score >= least);
  return chosen.sort((a, b) => a.start - b.start);
}
