import { methods } from "../../align/registry.ts";
import { corpusView } from "../../align/view.ts";
import { storedAlignment, storedMethods } from "../../corpus/alignments.ts";
import type { Corpus } from "../../corpus/types.ts";
import { contextsOf } from "../../tasks/contexts.ts";
import { type ContextSource, goldSource, methodSources } from "../../tasks/sources.ts";
import { chosenMethods } from "../align/methods.ts";

/** Methods of the registry or of a module, `gold`, and alignments stored in the corpus. */
export async function contextSources(corpus: Corpus, names: readonly string[], seed: number): Promise<ContextSource[]> {
  const stored = new Set(await storedMethods(corpus));
  const known = new Set(methods.map(({ name }) => name.toLowerCase()));
  const isStored = (name: string) => stored.has(name) && !known.has(name.toLowerCase());
  const wanted = names.filter((name) => name !== goldSource.name && !isStored(name));
  const made = await methodSources(await chosenMethods(wanted), corpusView(corpus), { seed });
  const byName = new Map(wanted.map((name, k) => [name, made[k] as ContextSource]));
  return names.map((name) => byName.get(name) ?? (isStored(name) ? storedSource(corpus, name) : goldSource));
}

/** Alignments made before, by whomever: nothing is known of what they saw, so they count as the paper's protocol. */
function storedSource(corpus: Corpus, name: string): ContextSource {
  const works = new Map(corpus.works.map((work) => [work.title, work]));
  return {
    name,
    protocols: ["paper"],
    async contexts(chapter) {
      const work = works.get(chapter.work);
      const alignment = work === undefined ? undefined : await storedAlignment(corpus, work, chapter, name);
      return alignment === undefined ? undefined : contextsOf(alignment, chapter);
    },
  };
}
