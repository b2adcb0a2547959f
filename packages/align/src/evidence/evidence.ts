import { languageOf } from "@plotline/text";
import { tableAtOnce } from "@plotline/text/token-table";
import type { Encoder, TokenEncoder } from "../similarity/encoder.ts";
import { paragraphsOf, type Text } from "../text.ts";
import { encodedMeaning } from "./encoded.ts";
import { sentencePlanes } from "./features.ts";
import { likelySentences } from "./rank.ts";
import { type StorySentence, storySentences } from "./story-sentences.ts";

/** A sentence of a story, by its paragraph (counted from 0) and its characters there, and how likely it carries a statement. */
export interface Evidence extends StorySentence {
  readonly score: number;
}

export interface EvidenceOptions {
  /** How many sentences are wanted; 5 unless given. */
  readonly k?: number;
  /** The code of the story's language (`fr`), where detecting it is not wanted. */
  readonly language?: string;
}

/**
 * The sentences of a story that carry a statement, the likeliest first: which paragraph (counted from 0), from and to which
 * character of it, and a score from 0 to 1, the chance that the sentence belongs to the passage that the statement is about.
 *
 * @example
 * const story = ["The night was dark. All of it the miser counted his gold.", "Then a storm came up."];
 * const [best] = evidence("The miser counts his gold.", story, { k: 1 });
 * [best.paragraph, best.start, best.text]; // → [0, 20, "All of it the miser counted his gold."]
 */
export function evidence(statement: string, story: Text, options: EvidenceOptions = {}): readonly Evidence[] {
  const { sentences, passages } = asked(statement, story, options);
  if (sentences.length === 0) return [];
  const planes = sentencePlanes(passages, tableAtOnce())();
  return best(sentences, likelySentences(planes, sentences.length), options);
}

/**
 * The same with the vectors of an encoder that `openEncoder` opened, which knows more of what words mean: a story of 5,000
 * words takes some seconds. A story that was asked about last is not read again.
 */
export async function evidenceByEncoder(
  statement: string,
  story: Text,
  encoder: Encoder & { readonly tokens: TokenEncoder },
  options: EvidenceOptions = {},
): Promise<readonly Evidence[]> {
  const { sentences, passages } = asked(statement, story, options);
  if (sentences.length === 0) return [];
  const byEncoder = await encodedMeaning(encoder.tokens, tableAtOnce())(passages);
  const planes = sentencePlanes(passages, tableAtOnce())(byEncoder);
  return best(sentences, likelySentences(planes, sentences.length), options);
}

/** The sentences of a story, and a statement with them, in one language. */
function asked(statement: string, story: Text, options: EvidenceOptions) {
  const paragraphs = paragraphsOf(story);
  const language = languageOf({ story: paragraphs, language: options.language });
  const sentences = storySentences(paragraphs, language);
  const passages = { summary: [statement], story: sentences.map(({ text }) => text), language: language.code };
  return { sentences, passages };
}

const usualNumber = 5;

/** Of equals the first. */
function best(
  sentences: readonly StorySentence[],
  likely: Float32Array,
  { k = usualNumber }: EvidenceOptions,
): readonly Evidence[] {
  return sentences
    .map((sentence, place) => ({ ...sentence, score: rounded(likely[place]!) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, k));
}

/** Four digits: the same wherever it was computed. */
function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
