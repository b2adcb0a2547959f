import { type Alignment, type Corpus, corpusView, type Readable, type Work, withoutGold } from "@plotline/align";
import { type AlignmentRows, findWork, openCorpus, writeAlignment } from "@plotline/corpus/node";
import { type Executor, type Job, job, type Meter, type Step } from "./jobs/executor.ts";
import { chosenMethods, type MethodChoice, type Prepared, prepareMethods } from "./methods/methods.ts";
import { type PackedLinks, pack, unpack } from "./packed-links.ts";

export interface ChapterRef {
  readonly work: string;
  readonly number: number;
}

export interface AlignSetup extends MethodChoice {
  readonly folder: string;
}

/** The links of each method for a chapter, in the order of the methods; none for a chapter without text on one side. */
export interface AlignedChapter extends ChapterRef {
  readonly points: number;
  readonly alignments: PackedLinks[] | undefined;
}

/** Aligns chapters of a corpus folder by each of some methods. */
export function alignChapters(setup: AlignSetup): Job<AlignSetup, ChapterRef, AlignedChapter> {
  return job(import.meta.url, startAligning, setup);
}

export async function startAligning(setup: AlignSetup): Promise<Step<ChapterRef, AlignedChapter>> {
  const corpus = await openCorpus(setup.folder);
  const prepared = await prepareMethods(corpusView(corpus), setup);
  return async ({ work, number }) =>
    alignReadable(prepared, withoutGold(await corpus.chapter(findWork(corpus, work), number)));
}

/** Aligns chapters and writes the links into the corpus, work by work; the links of each method are counted. */
export async function writeAlignments(
  executor: Executor,
  corpus: Corpus,
  refs: readonly ChapterRef[],
  choice: MethodChoice,
  meter: Meter,
  complete?: Completion,
): Promise<{ readonly chapters: number; readonly links: readonly number[] }> {
  const methods = await chosenMethods(choice.methods);
  const job = alignChapters({ folder: corpus.folder, ...choice });
  const links = methods.map(() => 0);
  let chapters = 0;
  for await (const { work, aligned } of byWork(executor.run(job, refs, meter.watch))) {
    for (const [k, method] of methods.entries()) {
      await writeAlignment(
        corpus.folder,
        work,
        await completed(corpus, work, rowsOf(aligned, k), complete),
        method.name,
      );
      for (const { alignments } of aligned) links[k]! += (alignments?.[k]?.cells.length ?? 0) / 2;
    }
    chapters += aligned.filter((chapter) => chapter.alignments !== undefined).length;
    meter.advance(aligned.length, work);
  }
  return { chapters, links };
}

/** Adds to links what a chapter's texts say of them. */
export type Completion = (chapter: Readable, alignment: Alignment) => Promise<Alignment>;

async function completed(
  corpus: Corpus,
  work: string,
  rows: Map<number, AlignmentRows>,
  complete: Completion | undefined,
): Promise<Map<number, AlignmentRows>> {
  if (complete === undefined) return rows;
  const made = new Map<number, AlignmentRows>();
  for (const [number, { alignment, summaryLength }] of rows) {
    const chapter = withoutGold(await corpus.chapter(findWork(corpus, work), number));
    made.set(number, { alignment: await complete(chapter, alignment), summaryLength });
  }
  return made;
}

/** The chapters of some works that can be aligned, or those that have a gold file. */
export function chapterRefs(works: readonly Work[], which: "summarised" | "annotated" = "summarised"): ChapterRef[] {
  return works.flatMap((work) => work[which].map((number) => ({ work: work.title, number })));
}

/** Chapters come in the order of the works; a work is written when it is complete. */
async function* byWork(
  chapters: AsyncIterable<AlignedChapter>,
): AsyncGenerator<{ work: string; aligned: AlignedChapter[] }> {
  let aligned: AlignedChapter[] = [];
  for await (const chapter of chapters) {
    const work = aligned[0]?.work;
    if (work !== undefined && work !== chapter.work) {
      yield { work, aligned };
      aligned = [];
    }
    aligned.push(chapter);
  }
  const last = aligned[0];
  if (last !== undefined) yield { work: last.work, aligned };
}

function rowsOf(chapters: readonly AlignedChapter[], method: number): Map<number, AlignmentRows> {
  const rows = new Map<number, AlignmentRows>();
  for (const { number, points, alignments } of chapters) {
    const packed = alignments?.[method];
    if (packed !== undefined) rows.set(number, { alignment: unpack(packed), summaryLength: points });
  }
  return rows;
}

async function alignReadable(prepared: readonly Prepared[], chapter: Readable): Promise<AlignedChapter> {
  const { work, number, summary, story } = chapter;
  const points = summary.length;
  if (points === 0 || story.length === 0) return { work, number, points, alignments: undefined };
  const alignments: PackedLinks[] = [];
  for (const { align } of prepared) alignments.push(pack(await align(chapter)));
  return { work, number, points, alignments };
}
