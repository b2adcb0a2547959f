import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { findWork } from "@plotline/corpus/node";
import type { Command } from "commander";
import type { Common } from "../command.ts";

export interface WorkChoice extends Common {
  readonly work?: readonly string[];
  readonly except?: readonly string[];
}

export function withWorks(made: Command): Command {
  return made.option("--work <title...>", "only these works").option("--except <title...>", "all works except these");
}

/** The chosen works, in the order of the corpus. */
export function chooseWorks(corpus: Corpus, { work, except = [] }: WorkChoice): readonly Work[] {
  if (corpus.works.length === 0) throw new Problem(`${corpus.folder} has no works; "plotline import" adds one.`);
  const wanted = new Set(work?.map((title) => findWork(corpus, title)) ?? corpus.works);
  for (const title of except) wanted.delete(findWork(corpus, title));
  const left = corpus.works.filter((each) => wanted.has(each));
  if (left.length === 0) throw new Problem(`--work and --except leave no work of ${corpus.folder}.`);
  return left;
}
