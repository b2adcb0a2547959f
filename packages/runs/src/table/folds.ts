import type { Corpus, Work } from "@plotline/align";
import { balanced, Problem, random, shuffled } from "@plotline/base";
import type { TableSettings } from "./settings.ts";

/** Works to train on, and others to ask about. */
export interface Fold {
  readonly train: readonly Work[];
  readonly asked: readonly Work[];
}

/**
 * Training works teach and validation works ask. A corpus without the one or the other is divided into groups of works,
 * each asked in turn by a reader that was trained on the others.
 */
export function foldsOf({ folder, works }: Corpus, settings: TableSettings): Fold[] {
  const summarised = works.filter(({ summarised }) => summarised.length > 0);
  const of = (split: Work["split"]) => summarised.filter((work) => work.split === split);
  const some = (from: readonly Work[], chapters = Number.POSITIVE_INFINITY) =>
    upTo(shuffled(from, random("table works", 1)), chapters);
  if (of("train").length > 0 && of("validation").length > 0)
    return [
      { train: some(of("train"), settings.trainChapters), asked: some(of("validation"), settings.askedChapters) },
    ];
  if (summarised.length < 2)
    throw new Problem(
      `${folder} has ${summarised.length === 1 ? "one work" : "no work"} with a summary; readers are asked about other works than they are trained on, so a table needs at least two.`,
    );
  const { trainChapters, askedChapters } = settings;
  const most = trainChapters === undefined || askedChapters === undefined ? undefined : trainChapters + askedChapters;
  const groups = balanced(some(summarised, most), settings.folds, (work) => work.summarised.length);
  return groups.map((asked) => ({ asked, train: groups.filter((group) => group !== asked).flat() }));
}

/** Whole works, up to this many chapters: one that is too long for what is left is skipped, unless it would be the only one. */
function upTo(works: readonly Work[], chapters: number): Work[] {
  const taken: Work[] = [];
  let left = chapters;
  for (const work of works) {
    if (work.summarised.length > left) continue;
    taken.push(work);
    left -= work.summarised.length;
  }
  const shortest = [...works].sort((a, b) => a.summarised.length - b.summarised.length).slice(0, 1);
  return (taken.length > 0 ? taken : shortest).sort((a, b) => (a.title < b.title ? -1 : 1));
}
