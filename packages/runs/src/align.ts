import {
  type Alignment,
  type Corpus,
  corpusView,
  type Readable,
  type Work,
  withEvidence,
  withoutGold,
} from "@plotline/align";
import { type AlignmentRows, findWork, openCorpus, writeAlignment } from "@plotline/corpus/node";
import { type Executor, type Job, job, type Meter, type Step } from "./jobs/executor.ts";
import { chosenMethods, type MethodChoice, type Prepared, prepareMethods } from "./methods/methods.ts";

/** A chapter by its work and number. */
export interface ChapterRef {
  readonly work: string;
  readonly number: number;
}

export interface AlignSetup extends MethodChoice {
  readonly folder: string;
  /** Links get the sentences of the story that carry them, too. */
  readonly evidence?: boolean;
}

/** The links of each method for a chapter, in the order of the methods; none for a chapter without text on one side. */
export interface AlignedChapter extends ChapterRef {
  readonly points: number;
  readonly alignments: readonly Alignment[] | undefined;
}

/** Aligns chapters of a corpus folder by each of some methods. */
export function alignChapters(setup: AlignSetup): Job<AlignSetup, ChapterRef, AlignedChapter> {
  return job(import.meta.url, startAligning, setup);
}

export async function startAligning(setup: AlignSetup): Promise<Step<ChapterRef, AlignedChapter>> {
  const corpus = await openCorpus(setup.folder);
  const prepared = await prepareMethods(corpusView(corpus), setup);
  return async ({ work, number }) =>
    alignReadable(prepared, withoutGold(await corpus.chapter(findWork(corpus, work), number)), setup);
}

/** Aligns chapters and writes the links into the corpus, work by work; counts them, and says where others' links went. */
export async function writeAlignments(
  executor: Executor,
  corpus: Corpus,
  refs: readonly ChapterRef[],
  choice: Omit<AlignSetup, "folder">,
  meter: Meter,
): Promise<{ readonly chapters: number; readonly links: readonly number[]; readonly aside?: string | undefined }> {
  const methods = await chosenMethods(choice.methods);
  const job = alignChapters({ folder: corpus.folder, ...choice });
  const links = methods.map(() => 0);
  let [chapters, aligned, aside]: [number, AlignedChapter[], string | undefined] = [0, [], undefined];
  const write = async () => {
    const work = aligned[0]?.work;
    if (work === undefined) return;
    for (const [k, method] of methods.entries()) {
      const maker = { method: method.name, by: "align", aside };
      aside = await writeAlignment(corpus.folder, work, rowsOf(aligned, k), maker);
      for (const { alignments } of aligned) links[k]! += alignments?.[k]?.length ?? 0;
    }
    chapters += aligned.filter((chapter) => chapter.alignments !== undefined).length;
    meter.advance(aligned.length, work);
    aligned = [];
  };
  // Chapters come in the order of the works; a work is written when it is complete.
  for await (const chapter of executor.run(job, refs, meter.watch)) {
    if (aligned[0] !== undefined && aligned[0].work !== chapter.work) await write();
    aligned.push(chapter);
  }
  await write();
  return { chapters, links, aside };
}

/** The chapters of some works that can be aligned, or those that have a gold file. */
export function chapterRefs(works: readonly Work[], which: "summarised" | "annotated" = "summarised"): ChapterRef[] {
  return works.flatMap((work) => work[which].map((number) => ({ work: work.title, number })));
}

function rowsOf(chapters: readonly AlignedChapter[], method: number): Map<number, AlignmentRows> {
  const rows = new Map<number, AlignmentRows>();
  for (const { number, points, alignments } of chapters) {
    const alignment = alignments?.[method];
    if (alignment !== undefined) rows.set(number, { alignment, summaryLength: points });
  }
  return rows;
}

async function alignReadable(
  prepared: readonly Prepared[],
  chapter: Readable,
  { evidence, language = chapter.language }: AlignSetup,
): Promise<AlignedChapter> {
  const { work, number, summary, story } = chapter;
  const points = summary.length;
  if (points === 0 || story.length === 0) return { work, number, points, alignments: undefined };
  const alignments: Alignment[] = [];
  for (const { align } of prepared) {
    const links = await align(chapter);
    alignments.push(evidence ? withEvidence({ ...chapter, language }, links) : links);
  }
  return { work, number, points, alignments };
}
