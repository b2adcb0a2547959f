import { sumOf } from "@plotline/base";
import type { TokenTable } from "@plotline/text";
import { type Meaning, meaning, weighedBy } from "../learned/meaning.ts";
import type { ContextualTokens, TokenEncoder } from "../similarity/encoder.ts";
import type { Passages } from "../similarity/similarity.ts";

/** Every statement by itself, and the sentences of the story in the context of their neighbours. */
export function encodedMeaning(encoder: TokenEncoder, table: TokenTable): (passages: Passages) => Promise<Meaning> {
  const weighed = weighedBy(table);
  return async ({ summary, story }) => {
    const sentences = await readStory(encoder, story);
    const rows: Meaning[] = [];
    for (const statement of summary) {
      const tokens = await encoder.read([statement]);
      const likeness = await encoder.products(tokens.vectors, sentences.vectors, tokens.size);
      rows.push(meaning(weighed(tokens), weighed(sentences), tokens.size, likeness));
    }
    const joined = (plane: keyof Meaning) => joinedPlanes(rows.map((row) => row[plane]));
    return {
      pooled: joined("pooled"),
      pointFound: joined("pointFound"),
      paragraphFound: joined("paragraphFound"),
    };
  };
}

/** The sentences of the story that was asked about last: several statements of one story come one after the other. */
const lastStories = new WeakMap<
  TokenEncoder,
  { readonly story: readonly string[]; readonly tokens: ContextualTokens }
>();

async function readStory(encoder: TokenEncoder, story: readonly string[]): Promise<ContextualTokens> {
  const last = lastStories.get(encoder);
  const isSame = last?.story.length === story.length && story.every((sentence, k) => sentence === last.story[k]);
  if (last !== undefined && isSame) return last.tokens;
  const tokens = await encoder.read(story);
  lastStories.set(encoder, { story, tokens });
  return tokens;
}

function joinedPlanes(rows: readonly Float32Array[]): Float32Array {
  const made = new Float32Array(sumOf(rows, ({ length }) => length));
  let at = 0;
  for (const row of rows) {
    made.set(row, at);
    at += row.length;
  }
  return made;
}
