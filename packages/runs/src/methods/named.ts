import { type Alignment, type Chapter, type Corpus, corpusView, methods, withoutGold } from "@plotline/align";
import { Problem } from "@plotline/base";
import { decided, emptySheet, mustFit } from "@plotline/corpus";
import { allAnnotators, findWork, readSheet, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { isFile } from "./external.ts";
import { type MethodChoice, prepareMethods } from "./methods.ts";

/** Gives the alignment of a chapter under one name; undefined where that name has none. */
export type NamedAlignment = (chapter: Chapter) => Promise<Alignment | undefined>;

/**
 * Looks an alignment up by name: `gold`, a method (computed now), a module with one, an annotator, or a folder under
 * alignments/ in the corpus.
 */
export async function namedAlignment(
  corpus: Corpus,
  name: string,
  choice: Omit<MethodChoice, "methods">,
): Promise<NamedAlignment> {
  if (name.toLowerCase() === gold) return async (chapter) => chapter.gold;
  const isMethod = isFile(name) || isNamed(methods, name);
  const isStored = storedAmong([name], await storedMethods(corpus), choice.encoder !== undefined).length > 0;
  if (!isMethod && (await allAnnotators(corpus)).includes(name)) return sheetsOf(corpus, name);
  if (isStored) return (chapter) => storedAlignment(corpus, findWork(corpus, chapter.work), chapter, name);
  if (!isMethod)
    throw new Problem(
      `${corpus.folder} has no alignment called "${name}": no method, no annotator and no folder in alignments/ has this name.`,
    );
  const [prepared] = await prepareMethods(corpusView(corpus), { ...choice, methods: [name] });
  return async (chapter) => prepared?.align(withoutGold(chapter));
}

const gold = "gold";

/** The names that mean alignments stored in the corpus rather than gold or a method that works here as it is. */
export function storedAmong(names: readonly string[], stored: readonly string[], hasEncoder = false): string[] {
  const solved = methods.filter(({ needsEncoder }) => hasEncoder || needsEncoder !== true);
  return names.filter((name) => stored.includes(name) && name.toLowerCase() !== gold && !isNamed(solved, name));
}

function isNamed(some: typeof methods, name: string): boolean {
  return some.some((method) => method.name.toLowerCase() === name.toLowerCase());
}

function sheetsOf(corpus: Corpus, annotator: string): NamedAlignment {
  return async (chapter) => {
    const sheet = await readSheet(corpus, {
      annotator,
      work: findWork(corpus, chapter.work),
      number: chapter.number,
    });
    if (sheet === emptySheet) return undefined;
    const links = decided(sheet).linked.map((cell) => ({ ...cell, confidence: 1 }));
    return mustFit(links, chapter, `"${annotator}"`);
  };
}
