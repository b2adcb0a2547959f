import { join } from "node:path";
import { type Chapter, type Corpus, corpusView } from "@plotline/align";
import { findWork, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { type ContextSource, contextsOf, goldSource, methodSources } from "@plotline/questions";
import { chosenMethods, encoderOf } from "./methods/methods.ts";
import { storedAmong } from "./methods/named.ts";

/** Methods of the registry or of a module, `gold`, and alignments stored in the corpus; `model` is an encoder's folder. */
export async function contextSources(
  corpus: Corpus,
  names: readonly string[],
  seed: number,
  model?: string,
): Promise<ContextSource[]> {
  const stored = storedAmong(names, await storedMethods(corpus), model !== undefined);
  const wanted = names.filter((name) => name !== goldSource.name && !stored.includes(name));
  const encoder = await encoderOf({ encoder: model, vectors: join(corpus.folder, ".cache", "vectors") });
  const made = await methodSources(await chosenMethods(wanted), corpusView(corpus), { seed, ...encoder });
  return names.map((name) =>
    stored.includes(name) ? storedSource(name, corpus) : (made[wanted.indexOf(name)] ?? goldSource),
  );
}

/** The same for one name. */
export async function contextSource(
  corpus: Corpus,
  name: string,
  seed: number,
  model?: string,
): Promise<ContextSource> {
  const [source] = await contextSources(corpus, [name], seed, model);
  return source!;
}

/** Alignments made earlier, by anyone: what they saw is unknown, so they count as the paper's protocol. */
function storedSource(name: string, corpus: Corpus): ContextSource {
  const links = (chapter: Chapter) => storedAlignment(corpus, findWork(corpus, chapter.work), chapter, name);
  return {
    name,
    protocols: ["paper"],
    async contexts(chapter) {
      const alignment = await links(chapter);
      return alignment === undefined ? undefined : contextsOf(alignment, chapter);
    },
    links,
  };
}
