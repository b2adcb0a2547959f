import { once } from "@plotline/base";
import type { TokenTable } from "@plotline/text";
import { type Meaning, meaning, weighedBy } from "../learned/meaning.ts";
import type { TokenEncoder } from "../similarity/encoder.ts";

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
