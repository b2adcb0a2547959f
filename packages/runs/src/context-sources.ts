import { join } from "node:path";
import {
  type Alignment,
  type Chapter,
  type Corpus,
  type CorpusView,
  corpusView,
  type MethodOptions,
} from "@plotline/align";
import { storedAlignment, storedMethods } from "@plotline/corpus/node";
import { type ContextSource, contextsOf, goldSource, methodSources } from "@plotline/questions";
import { chosenMethods, encoderOf, type MethodFinder } from "./methods/methods.ts";
import { storedAmong } from "./methods/named.ts";

/** Methods of the registry or of a module, `gold`, and alignments stored in the corpus; `model` is an encoder's folder. */
export async function contextSources(
  corpus: Corpus,
  names: readonly string[],
  seed: number,
  model?: string,
  find: MethodFinder = chosenMethods,
): Promise<ContextSource[]> {
  const stored = new Set(storedAmong(names, await storedMethods(corpus), model !== undefined));
  const works = new Map(corpus.works.map((work) => [work.title, work]));
  const links: StoredLinks = async (name, chapter) => {
    const work = works.get(chapter.work);
    return work && storedAlignment(corpus, work, chapter, name);
  };
  const encoder = await encoderOf({ encoder: model, vectors: join(corpus.folder, ".cache", "vectors") });
  return sourcesOf(names, stored, links, corpusView(corpus), { seed, ...encoder }, find);
}

/** The same for one name. */
export async function contextSource(
  corpus: Corpus,
  name: string,
  seed: number,
  model?: string,
  find?: MethodFinder,
): Promise<ContextSource> {
  const [source] = await contextSources(corpus, [name], seed, model, find);
  return source!;
}

type StoredLinks = (name: string, chapter: Chapter) => Promise<Alignment | undefined>;

export async function sourcesOf(
  names: readonly string[],
  stored: ReadonlySet<string>,
  links: StoredLinks,
  view: CorpusView,
  options: Omit<MethodOptions, "scores">,
  find: MethodFinder,
): Promise<ContextSource[]> {
  const wanted = names.filter((name) => name !== goldSource.name && !stored.has(name));
  const made = await methodSources(await find(wanted), view, options);
  const byName = new Map(wanted.map((name, k) => [name, made[k] as ContextSource]));
  return names.map((name) => byName.get(name) ?? (stored.has(name) ? storedSource(name, links) : goldSource));
}

/** Alignments made earlier, by anyone: what they saw is unknown, so they count as the paper's protocol. */
function storedSource(name: string, links: StoredLinks): ContextSource {
  return {
    name,
    protocols: ["paper"],
    async contexts(chapter) {
      const alignment = await links(name, chapter);
      return alignment === undefined ? undefined : contextsOf(alignment, chapter);
    },
    links: (chapter) => links(name, chapter),
  };
}
