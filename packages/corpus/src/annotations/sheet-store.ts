import type { Cell, Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { chapterSize } from "../chapter-size.ts";
import { entriesOf, foldersIn, foldersWith } from "../listing.ts";
import { nameFault } from "../people/person-name.ts";
import { changedAt, FromFiles } from "../store/from-files.ts";
import { readJsonIfThere } from "../store/read-file.ts";
import { type HistorySave, saveHistory } from "./history-store.ts";
import { sheetSchema } from "./schemas.ts";
import { closedPoints, decided, emptySheet, type Sheet } from "./sheet.ts";

/** One person's file for one chapter. */
export interface SheetPlace {
  readonly annotator: string;
  readonly work: Work;
  readonly number: number;
}

/** A person's sheet of a chapter; an empty one where they have none. */
export async function readSheet(corpus: Corpus, sheet: SheetPlace): Promise<Sheet> {
  return (await readJsonIfThere(corpus.folder, sheetPath(sheet), sheetSchema)) ?? emptySheet;
}

/** Saves a step of a sheet, on top of the revision that the person saw. */
export function saveSheet(corpus: Corpus, place: SheetPlace, saving: HistorySave<Sheet>): Promise<Sheet> {
  const [path, read] = [sheetPath(place), () => readSheet(corpus, place)];
  const textOf = (sheet: Sheet) => `${JSON.stringify({ ...sheet, ...decided(sheet) })}\n`;
  return saveHistory(corpus, { ...place, path, read, textOf }, saving);
}

/** Everybody who has a sheet in the corpus. */
export async function allAnnotators(corpus: Corpus): Promise<string[]> {
  return (await foldersIn(corpus.folder, "annotators")).filter(isName);
}

/** The annotators who have a sheet of this chapter. */
export async function annotatorsOf(corpus: Corpus, work: Work, number: number): Promise<string[]> {
  return (await foldersWith(corpus.folder, "annotators", work.folder, [`${number}.json`])).filter(isName);
}

function isName(name: string): boolean {
  return nameFault(name) === undefined;
}

/** The chapters of a work of which this annotator has a sheet. */
export async function sheetsOf(corpus: Corpus, work: Work, annotator: string): Promise<number[]> {
  const entries = await entriesOf(corpus.folder, `annotators/${annotator}/${work.folder}`);
  const names = new Set(entries.map(({ name }) => name));
  return work.chapters.filter((number) => names.has(`${number}.json`));
}

/** The chapter of a work that this annotator changed last; undefined where there is none. */
export async function lastSheet(corpus: Corpus, work: Work, annotator: string): Promise<number | undefined> {
  const sheets = await Promise.all(
    work.chapters.map(async (number) => {
      const path = sheetPath({ annotator, work, number });
      return { number, changed: await changedAt(corpus.folder, path) };
    }),
  );
  const last = sheets.reduce((a, b) => (b.changed > a.changed ? b : a), { number: -1, changed: 0 });
  return last.changed === 0 ? undefined : last.number;
}

/** From the corpus folder. */
export function sheetPath({ annotator, work, number }: SheetPlace): string {
  const fault = nameFault(annotator);
  if (fault !== undefined) throw new Problem(fault);
  return `annotators/${annotator}/${work.folder}/${number}.json`;
}

/** How far a sheet is, and what it links. */
export interface SheetState extends Pick<Sheet, "revision"> {
  /** How many points are closed. */
  readonly closed: number;
  readonly links: readonly Cell[];
}

const known = new FromFiles<SheetState>(50_000);

/** A sheet is read again only when it has changed. */
export function sheetState(corpus: Corpus, sheet: SheetPlace): Promise<SheetState> {
  return known.get(corpus.folder, [sheetPath(sheet)], async () => {
    const saved = await readSheet(corpus, sheet);
    const state = decided(saved);
    return { revision: saved.revision, closed: closedPoints(state).size, links: state.linked };
  });
}

/** The same, with whether every point of the chapter is closed, and when the sheet was saved last, in milliseconds. */
export async function finishedState(corpus: Corpus, sheet: SheetPlace) {
  const [state, { points }, changed] = await Promise.all([
    sheetState(corpus, sheet),
    chapterSize(corpus, sheet.work, sheet.number),
    changedAt(corpus.folder, sheetPath(sheet)),
  ]);
  return { ...state, isDone: points > 0 && state.closed >= points, changed };
}
