import { statSync } from "node:fs";
import { openCorpus } from "../corpus/open.ts";
import { Problem } from "../problem.ts";

/** A title is taken once in a corpus: says so before anything is written, and on a dry run too. */
export async function mustBeFree(corpus: string, titles: readonly string[]): Promise<void> {
  const found = statSync(corpus, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) throw new Problem(`${corpus} is a file, but a corpus is a folder.`);
  const taken = new Set((await openCorpus(corpus)).works.map(({ title }) => title));
  const twice = titles.find((title) => taken.has(title));
  if (twice !== undefined)
    throw new Problem(
      `${corpus} already has a work called "${twice}"; give this one another title, remove that one, or import into another corpus.`,
      titles.length === 1 ? "another title" : undefined,
    );
}
