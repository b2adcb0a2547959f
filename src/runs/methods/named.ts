import { statSync } from "node:fs";
import { join } from "node:path";
import { methods } from "../../align/registry.ts";
import { corpusView, withoutGold } from "../../align/view.ts";
import { isPlainName } from "../../corpus/folder-name.ts";
import type { Alignment, Chapter, Corpus } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { isFile } from "./external.ts";
import { type MethodChoice, prepareMethods } from "./methods.ts";
import { mustFit, readRecorded } from "./recorded.ts";

/** Gives the alignment of a chapter under one name, nothing where that name has none. */
type NamedAlignment = (chapter: Chapter) => Promise<Alignment | undefined>;

/**
 * Looks an alignment up by name: `gold`, a method (computed now), a module with one, an annotator, or a folder under
 * alignments/ in the corpus.
 */
export async function namedAlignment(
  corpus: Corpus,
  name: string,
  choice: Omit<MethodChoice, "methods">,
): Promise<NamedAlignment> {
  if (name.toLowerCase() === "gold") return async (chapter) => chapter.gold;
  if (isFile(name) || methods.some((method) => method.name.toLowerCase() === name.toLowerCase())) {
    const [prepared] = await prepareMethods(corpusView(corpus), { ...choice, methods: [name] });
    return async (chapter) => prepared?.align(withoutGold(chapter));
  }
  const path = storedUnder(corpus, name);
  if (path === undefined)
    throw new Problem(
      `${corpus.folder} has no alignment called "${name}": no method, no annotator and no folder in alignments/ has this name.`,
    );
  const recorded = await readRecorded({ path, format: "plotline" }, corpus);
  return async (chapter) => {
    const links = recorded.of(chapter);
    return links && mustFit(links, chapter, `The alignment "${name}"`);
  };
}

function storedUnder(corpus: Corpus, name: string): string | undefined {
  if (!isPlainName(name)) return undefined;
  return ["annotators", "alignments"]
    .map((place) => join(corpus.folder, place, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
}
