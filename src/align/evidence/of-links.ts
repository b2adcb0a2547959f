import type { Alignment, Link, LinkSentence } from "../../corpus/types.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { languageOf } from "../../text/languages/detect.ts";
import { tableAtOnce } from "../../text/pieces/at-once.ts";
import { sentencePlanes } from "./features.ts";
import { likelySentences } from "./rank.ts";
import { storySentences } from "./story-sentences.ts";

/** Of a paragraph's sentences, up to this many carry a link: the best, and those at least this part as likely. */
const [mostSentences, leastPart] = [3, 0.5];
/** Bullets that are compared with the sentences of a chapter at once, so that memory stays small. */
const bulletsAtOnce = 16;

/** The links, each with the sentences of its story paragraph that carry it, in their order. */
export function withEvidence(passages: Passages, links: Alignment): Alignment {
  const language = languageOf(passages);
  const sentences = storySentences(passages.story, language);
  const texts = sentences.map(({ text }) => text);
  const places = new Map<number, number[]>();
  sentences.forEach(({ paragraph }, place) => void places.set(paragraph, [...(places.get(paragraph) ?? []), place]));
  const bullets = [...new Set(links.map(({ summary }) => summary))];
  const found = new Map<Link, readonly LinkSentence[]>();
  for (let first = 0; first < bullets.length; first += bulletsAtOnce) {
    const some = bullets.slice(first, first + bulletsAtOnce);
    const asked = {
      summary: some.map((bullet) => passages.summary[bullet] ?? ""),
      story: texts,
      language: language.code,
    };
    if (texts.length === 0) break;
    const likely = likelySentences(sentencePlanes(asked, tableAtOnce())(), texts.length);
    for (const link of links) {
      const row = some.indexOf(link.summary);
      if (row < 0) continue;
      const own = (places.get(link.story) ?? []).map((place) => {
        const { start, end } = sentences[place]!;
        return { start, end, score: rounded(likely[row * texts.length + place]!) };
      });
      found.set(link, carrying(own));
    }
  }
  return links.map((link) => ({ ...link, sentences: found.get(link) ?? [] }));
}

function carrying(sentences: readonly LinkSentence[]): readonly LinkSentence[] {
  const ranked = [...sentences].sort((a, b) => b.score - a.score);
  const least = leastPart * (ranked[0]?.score ?? 0);
  const chosen = ranked.slice(0, mostSentences).filter(({ score }) => score >= least);
  return chosen.sort((a, b) => a.start - b.start);
}

function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
