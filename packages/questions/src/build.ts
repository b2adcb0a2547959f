import type { Corpus, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { type Answerer, type Hit, hitsOf, sittingsOf } from "./answer/answerer.ts";
import { type AskedChapter, type AskOptions, askedWork, type Joined } from "./asked-work.ts";
import type { ClozeRow, CompletionRow, PassageRow } from "./row-schemas.ts";
import { clozeRow, completionRow, passageRows } from "./rows.ts";
import type { NamedWork } from "./work.ts";

interface BuildOptions extends AskOptions {
  readonly corpusHash: string;
  /** Whether a work's texts of one side may be shared. */
  goesOut(work: Work, side: "story" | "summary"): boolean;
  /** Who answers the questions, for the card. */
  readonly answerers?: readonly Answerer[];
}

/** The rows of a dataset that one work gives. */
export interface WorkRows {
  /** Hashes of what the questions ask. */
  readonly hashes: Readonly<Record<"cloze" | "completion", string>>;
  readonly points: number;
  readonly cloze: ClozeRow[];
  readonly completion: CompletionRow[];
  readonly passages: PassageRow[];
  readonly hits: Hit[];
}

/** Everything that the tasks say of one work. */
export async function buildWork(corpus: Corpus, work: Work, options: BuildOptions): Promise<WorkRows> {
  const { named, hashes, chapters } = await askedWork(corpus, work, options);
  const points = sumOf(named.chapters, ({ chapter }) => chapter.summary.length);
  const rows: WorkRows = { hashes, points, cloze: [], completion: [], passages: [], hits: [] };
  for await (const chapter of chapters()) {
    addRows(rows, work, named, chapter, options);
    rows.hits.push(...(await hitsOf(options.answerers ?? [], sittingsOf(named, chapter))));
  }
  return rows;
}

function addRows(
  rows: WorkRows,
  work: Work,
  named: NamedWork,
  { chapter, questions, items, contexts }: AskedChapter,
  { set, corpusHash, goesOut }: BuildOptions,
): void {
  const about = { split: work.split, corpus: corpusHash, set };
  const summaryOut = goesOut(work, "summary");
  // Options come from other chapters too.
  const summaries = new Map(named.chapters.map(({ chapter: { number, summary } }) => [number, summary]));
  for (const question of questions)
    rows.cloze.push(clozeRow(question, named, rowsOf(contexts.cloze, question), about, summaryOut));
  for (const item of items)
    rows.completion.push(completionRow(item, summaries, rowsOf(contexts.completion, item), about, summaryOut));
  rows.passages.push(...passageRows(chapter, work.split, goesOut(work, "story")));
}

function rowsOf(contexts: readonly Joined[], { paragraph }: { paragraph: number }) {
  return contexts.map(({ alignment, protocol, contexts: rows }) => ({
    alignment,
    protocol,
    paragraphs: rows[paragraph] ?? [],
  }));
}
