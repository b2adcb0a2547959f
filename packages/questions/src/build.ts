import type { Corpus, Work } from "@plotline/align";
import { type AskedChapter, AskedWork, type AskOptions, type Joined } from "./asked-work.ts";
import type { Controls } from "./controls.ts";
import type { ClozeRow, CompletionRow, PassageRow } from "./row-schemas.ts";
import { clozeRow, completionRow, passageRows } from "./rows.ts";
import { WorkControls } from "./work-controls.ts";

interface BuildOptions extends AskOptions {
  readonly corpusHash: string;
  /** Whether a work's texts of one side may be shared. */
  goesOut(work: Work, side: "story" | "summary"): boolean;
  /** Adds up what the baselines answer; left out where nobody wants to know. */
  readonly controls?: Controls;
}

export interface WorkRows {
  /** Hashes of what the questions ask. */
  readonly hashes: Readonly<Record<"cloze" | "completion", string>>;
  readonly bullets: number;
  readonly cloze: ClozeRow[];
  readonly completion: CompletionRow[];
  readonly passages: PassageRow[];
}

/** Everything that the tasks say of one work. */
export async function buildWork(corpus: Corpus, work: Work, options: BuildOptions): Promise<WorkRows> {
  const asked = await AskedWork.of(corpus, work, options);
  const controls = options.controls && new WorkControls(asked.named, options.controls);
  const rows: WorkRows = { hashes: asked.hashes, bullets: asked.bullets, cloze: [], completion: [], passages: [] };
  for await (const chapter of asked.chapters()) {
    addRows(rows, asked, chapter, options);
    controls?.addCloze(chapter);
    controls?.addCompletion(chapter);
  }
  return rows;
}

function addRows(
  rows: WorkRows,
  { work, named }: AskedWork,
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
