import { memo, once } from "@plotline/base";
import { languageOf, type TokenTable } from "@plotline/text";
import { tableAtOnce } from "@plotline/text/token-table";
import { type Meaning, meaning, weighedBy } from "../learned/meaning.ts";
import type { OpenedEncoder, TokenEncoder } from "../similarity/encoder.ts";
import { paragraphsOf, type Text } from "../text.ts";
import { planesReader } from "./features.ts";
import { likelySentences, rounded } from "./rank.ts";
import { type StorySentence, storySentences } from "./story-sentences.ts";

/** A sentence of a story, by its paragraph (counted from 0) and its characters there, and how likely it carries a statement. */
export interface Evidence extends StorySentence {
  readonly score: number;
}

/** What may be asked of `cite`. */
export interface CiteOptions {
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
 * const [best] = cite("The miser counts his gold.", story, { k: 1 });
 * [best.paragraph, best.start, best.text]; // → [0, 20, "All of it the miser counted his gold."]
 */
export function cite(statement: string, story: Text, options: CiteOptions = {}): readonly Evidence[] {
  return openStory(story, options).cite(statement, options);
}

/** A story that was read once, to be asked about many statements. */
export interface OpenStory {
  readonly sentences: readonly StorySentence[];
  cite(statement: string, options?: Pick<CiteOptions, "k">): readonly Evidence[];
  /** The same with the vectors of an encoder, which knows more of what words mean; the story is encoded once. */
  citeWith(
    encoder: Pick<OpenedEncoder, "tokens">,
    statement: string,
    options?: Pick<CiteOptions, "k">,
  ): Promise<readonly Evidence[]>;
}

/**
 * Reads a story for `cite` once: of a novel each further statement takes a third of the time of the first.
 *
 * @example
 * const book = openStory(["All night the miser counted his gold.", "Then a storm came up. The ship was a wreck."]);
 * ["A storm wrecks the ship.", "The miser counts."].map((each) => book.cite(each, { k: 1 })[0].paragraph); // → [1, 0]
 */
export function openStory(story: Text, { language: code }: Pick<CiteOptions, "language"> = {}): OpenStory {
  const paragraphs = paragraphsOf(story);
  const language = languageOf({ story: paragraphs, language: code });
  const sentences = storySentences(paragraphs, language);
  const texts = sentences.map(({ text }) => text);
  const read = planesReader(tableAtOnce());
  const encoded = memo((encoder: TokenEncoder) => encodedStory(encoder, tableAtOnce(), texts));
  const ask = (statement: string) => ({ summary: [statement], story: texts, language: language.code });
  return {
    sentences,
    cite(statement, options = {}) {
      if (texts.length === 0) return [];
      return best(sentences, likelySentences(read(ask(statement)), texts.length), options);
    },
    async citeWith({ tokens }, statement, options = {}) {
      if (texts.length === 0) return [];
      const byEncoder = await encoded(tokens)(statement);
      return best(sentences, likelySentences(read(ask(statement), byEncoder), texts.length), options);
    },
  };
}

const usualNumber = 5;

/** Of equals the first. */
function best(
  sentences: readonly StorySentence[],
  likely: Float32Array,
  { k = usualNumber }: CiteOptions,
): readonly Evidence[] {
  return sentences
    .map((sentence, place) => ({ ...sentence, score: rounded(likely[place]!) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, k));
}

/** Compares statements, each by itself, with the sentences of a story in the context of their neighbours, read once. */
export function encodedStory(encoder: TokenEncoder, table: TokenTable, story: readonly string[]) {
  const weighed = weighedBy(table);
  const read = once(() => encoder.read(story));
  return async (statement: string): Promise<Meaning> => {
    const [tokens, sentences] = [await encoder.read([statement]), await read()];
    const likeness = await encoder.products(tokens.vectors, sentences.vectors, tokens.size);
    return meaning(weighed(tokens), weighed(sentences), tokens.size, likeness);
  };
}
