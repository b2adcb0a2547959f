import { statSync } from "node:fs";
import { openCorpus } from "../corpus/open.ts";
import { Problem } from "../problem.ts";

/** Titles can be taken once in a corpus: says so before anything is written, and on a dry run too. */
export async function mustBeFree(corpus: string, titles: readonly string[]): Promise<void> {
  if (statSync(corpus, { throwIfNoEntry: false }) === undefined) return;
  const taken = new Set((await openCorpus(corpus)).works.map(({ title }) => title));
  const twice = titles.find((title) => taken.has(title));
  if (twice !== undefined)
    throw new Problem(
      `${corpus} already has a work called "${twice}"; remove it with \`plotline remove\`, or import into another corpus.`,
    );
}
