import { methods } from "../../align/registry.ts";
import { storedAlignment, storedMethods } from "../../corpus/alignments/alignments.ts";
import type { Corpus } from "../../corpus/types.ts";
import { type ChapterScores, results, scoreLinks } from "../../evaluate/evaluation.ts";
import { learnedWithTask, type ResultRow } from "../../evaluate/result-rows.ts";
import type { Score } from "../../evaluate/score.ts";
import type { Executor } from "../../jobs/executor.ts";
import { chapterRefs } from "../align.ts";
import { scoreChapters } from "../evaluate.ts";

export type AlignedRow = Score & Pick<ResultRow, "method" | "g" | "order">;

/** Names of a table's rows: methods that work here as they are, and alignments that are stored because they do not. */
interface TableMethods {
  readonly solved: readonly string[];
  readonly stored: readonly string[];
  /** Requested, but neither: an encoder's methods whose alignments have not been made yet. */
  readonly missing: readonly string[];
}

export async function tableMethods(corpus: Corpus, names: readonly string[]): Promise<TableMethods> {
  const there = await storedMethods(corpus);
  const registered = new Map(methods.map((method) => [method.name, method]));
  const isSolved = (name: string) => registered.has(name) && registered.get(name)?.needsEncoder !== true;
  const foreign = there.filter((name) => !registered.has(name));
  const wanted = [...new Set([...names, ...foreign])];
  return {
    solved: wanted.filter(isSolved),
    stored: wanted.filter((name) => !isSolved(name) && there.includes(name)),
    missing: wanted.filter((name) => !isSolved(name) && !there.includes(name)),
  };
}

/** Precision, recall and F of each row against gold; nothing without gold, or where one of its chapters is missing. */
export async function alignmentRows(
  corpus: Corpus,
  { solved, stored }: TableMethods,
  { executor, onChapter }: { readonly executor: Executor; onChapter(done: number, total: number): void },
): Promise<AlignedRow[]> {
  const gold = chapterRefs(corpus.works, "annotated");
  const job = scoreChapters({ folder: corpus.folder, methods: [...solved], seed: 1 });
  const chapters: ChapterScores[] = [];
  let done = 0;
  for await (const chapter of executor.run(job, gold)) {
    if (chapter !== undefined) chapters.push(chapter);
    onChapter(++done, gold.length);
  }
  if (chapters.length === 0) return [];
  const found = results(solved, chapters);
  for (const name of stored) {
    const own = await storedScores(corpus, name);
    if (own.length === chapters.length) found.push(...results([name], own));
  }
  const rowOf = (method: string) => (method === learnedFromCloze ? learnedWithTask : method);
  return found.map(({ method, precision, recall, f }) => ({
    ...usesOf(method),
    method: rowOf(method),
    precision,
    recall,
    f,
  }));
}

/** The name under which `plotline learn` stores what the paper's last row is about. */
const learnedFromCloze = "Learned-cloze";

async function storedScores(corpus: Corpus, name: string): Promise<ChapterScores[]> {
  const scored: ChapterScores[] = [];
  for (const work of corpus.works)
    for await (const chapter of corpus.chapters({ works: [work], goldOnly: true })) {
      const links = await storedAlignment(corpus, work, chapter, name);
      if (links === undefined || chapter.gold === undefined) continue;
      scored.push({ work: chapter.work, number: chapter.number, methods: [scoreLinks(links, chapter.gold)] });
    }
  return scored;
}

export function usesOf(name: string): Pick<ResultRow, "g" | "order"> {
  const method = methods.find((each) => each.name === name);
  return method === undefined ? {} : { g: method.usesText, order: method.usesOrder };
}
