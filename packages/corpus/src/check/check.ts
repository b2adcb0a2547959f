import { type Alignment, type Chapter, type Corpus, type Fault, rowsOutOfOrder, type Work } from "@plotline/align";
import { groupedBy, sumOf } from "@plotline/base";
import { chapterPath, foldersIn, listFolder } from "../listing.ts";
import { type Manifest, ManifestProblem, manifestName, parseManifest, readManifest } from "../manifest.ts";
import { worksOf } from "../open.ts";
import { readChapter } from "../read-chapter.ts";
import { readIfThere } from "../store/read-file.ts";
import { storeOf } from "../store/store.ts";
import { withPauses } from "../store/with-pauses.ts";
import { alignmentFaults, alignmentListingFaults } from "./check-alignments.ts";
import { listingFaults, manifestFaults, whole } from "./check-listing.ts";
import { type PrintedRow, printedRows } from "./paper-examples.ts";

/** What a corpus contains, and every fault in it. */
export type CheckReport = Awaited<ReturnType<typeof checkCorpus>>;

/** Reads the whole corpus and lists its faults. `advance` is called for each chapter with their total number. */
export async function checkCorpus(folder: string, advance?: (total: number) => void) {
  const store = storeOf(folder);
  await store.open();
  const root = store.folder;
  const listing = await listFolder(root);
  const text = await readIfThere(root, manifestName);
  const { manifest, faults } = tryManifest(text);
  const works = worksOf(listing, manifest);
  // Appended one by one: a call takes no more than some 100,000 arguments.
  const add = (more: readonly Fault[]) => {
    for (const fault of more) faults.push(fault);
  };
  if (manifest !== undefined) add(manifestFaults(manifest, works));
  add(listingFaults(listing));
  add(await alignmentListingFaults(root, works));
  const methods = await foldersIn(root, "alignments");
  const chapters = works.flatMap((work) => work.chapters.map((number) => ({ work, number })));
  const gold: Alignment[] = [];
  const examples: PrintedRow[] = [];
  for await (const { work, number } of withPauses(chapters)) {
    const { chapter, faults } = await checkChapter(root, work, number);
    add(faults);
    add(await alignmentFaults(root, methods, work, chapter));
    examples.push(...printedRows(chapter));
    if (chapter.gold !== undefined) gold.push(chapter.gold);
    advance?.(chapters.length);
  }
  return {
    works: works.length,
    chapters: chapters.length,
    summarised: sumOf(works, (work) => work.summarised.length),
    /** Chapters whose gold can be used; `links` and `outOfOrder` (rows) are counted in those. */
    goldChapters: gold.length,
    links: sumOf(gold, (alignment) => alignment.length),
    outOfOrder: sumOf(gold, (alignment) => rowsOutOfOrder(alignment).length),
    /** What the paper prints of the gold here, in the published corpus; no fault where it differs. */
    examples,
    faults,
  };
}

/** A manifest that cannot be used is a fault like others here: the folder is then read by its files. */
function tryManifest(text: string | undefined): { manifest: Manifest | undefined; faults: Fault[] } {
  try {
    return { manifest: text === undefined ? undefined : parseManifest(text), faults: [] };
  } catch (error) {
    if (!(error instanceof ManifestProblem)) throw error;
    const why = `${error.why}; nothing in it is used, and no other command works until it is repaired`;
    return { manifest: undefined, faults: [{ file: manifestName, row: error.row, why }] };
  }
}

/**
 * The files of chapters that cannot be used, each with its first fault, and how many chapters remain that have a summary,
 * and that have gold.
 */
export async function unusableChapters(corpus: Corpus, chosen?: readonly Work[]) {
  const works = chosen ?? corpus.works;
  const own = new Set(works.map(({ folder }) => folder));
  const isOwn = ({ file }: Fault) => chosen === undefined || own.has(file.split("/")[1] ?? "");
  const manifest = await readManifest(corpus.folder);
  const unnamed = manifest === undefined ? [] : manifestFaults(manifest, corpus.works);
  const faults = [...unnamed, ...listingFaults(await listFolder(corpus.folder))].filter(isOwn);
  const all = works.flatMap((work) => work.chapters.map((number) => ({ work, number })));
  let [chapters, gold] = [0, 0];
  for await (const { work, number } of withPauses(all)) {
    const { chapter, faults: found } = await checkChapter(corpus.folder, work, number);
    faults.push(...found);
    if (chapter.story.length > 0 && chapter.summary.length > 0) chapters++;
    if (chapter.gold !== undefined) gold++;
  }
  const leftOut = groupedBy(
    faults.filter(({ leavesOut }) => leavesOut),
    ({ file, why }) => (file === manifestName ? why : file),
  );
  return { leftOut: [...leftOut.values()].map(([first]) => first!), remaining: { chapters, gold } };
}

async function checkChapter(root: string, work: Work, number: number) {
  const { chapter, faults } = await readChapter(root, work, number);
  const named = new Set(faults.map(({ file }) => file));
  return { chapter, faults: [...faults, ...emptyFaults(work, chapter).filter(({ file }) => !named.has(file))] };
}

function emptyFaults({ folder, summarised }: Work, { number, story, summary }: Chapter): Fault[] {
  const empty = [
    ...(story.length === 0 ? (["stories"] as const) : []),
    ...(summarised.includes(number) && summary.length === 0 ? (["summaries"] as const) : []),
  ];
  const why = "there is no paragraph in it; the chapter takes no part in alignment";
  return empty.map((section) => ({ ...whole(chapterPath(section, folder, number), why), leavesOut: true }));
}
