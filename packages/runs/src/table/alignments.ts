import { type Alignment, type Corpus, learnedWithTask, methods, type ResultRow, type Score } from "@plotline/align";
import { findWork, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import { evaluateCorpus, type GivenLinks } from "../evaluate.ts";
import type { Executor } from "../jobs/executor.ts";

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
  const given: GivenLinks[] = [];
  for (const name of stored) given.push(...(await storedLinks(corpus, name)));
  const { evaluation } = await evaluateCorpus(corpus, { methods: solved, seed: 1 }, { given, executor, onChapter });
  return evaluation.methods.map(({ method, precision, recall, f }) => ({
    ...usesOf(method),
    method: method === learnedFromCloze ? learnedWithTask : method,
    precision,
    recall,
    f,
  }));
}

/** The name under which `plotline learn` stores what the paper's last row is about. */
const learnedFromCloze = "Learned-cloze";

/** A stored alignment, where it has every chapter with gold. */
async function storedLinks(corpus: Corpus, name: string): Promise<GivenLinks[]> {
  const links = new Map<string, Alignment>();
  for await (const chapter of corpus.chapters({ goldOnly: true })) {
    if (chapter.gold === undefined) continue;
    const own = await storedAlignment(corpus, findWork(corpus, chapter.work), chapter, name);
    if (own === undefined) return [];
    links.set(chapterKey(chapter.work, chapter.number), own);
  }
  return [{ name, of: ({ work, number }) => links.get(chapterKey(work, number)) }];
}

export function usesOf(name: string): Pick<ResultRow, "g" | "order"> {
  const method = methods.find((each) => each.name === name);
  return method === undefined ? {} : { g: method.usesText, order: method.usesOrder };
}
