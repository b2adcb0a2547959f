import { type Cell, type Chapter, type Corpus, cellKey, isIn, type Work } from "@plotline/align";
import { counted, Problem } from "@plotline/base";
import { formatAlignment, linksOf, parseAlignment } from "../alignments/alignment-file.ts";
import { chapterPath, entriesOf } from "../listing.ts";
import { findWork, openCorpus } from "../open.ts";
import { readIfThere, readJsonIfThere } from "../store/read-file.ts";
import { type Change, Outdated, storeOf } from "../store/store.ts";
import { noHistory } from "./history.ts";
import { type HistorySave, mustBeLatest, saveHistory } from "./history-store.ts";
import { type SettlementFile, settlementSchema } from "./schemas.ts";
import {
  type AnnotatorDecisions,
  goldOf,
  isUndecided,
  type PointStanding,
  standingsOf,
  type UndecidedRule,
} from "./settlement.ts";
import { decided, type Sheet } from "./sheet.ts";
import { annotatorsOf, readSheet } from "./sheet-store.ts";

/** A chapter with all sheets, what was settled of it, and where each point stands. */
export interface Settling {
  readonly chapter: Chapter;
  readonly sheets: readonly (AnnotatorDecisions & { readonly revision: number })[];
  readonly settlement: SettlementFile;
  readonly standings: readonly PointStanding[];
}

/** Everything that is needed to settle a chapter. */
export async function readSettling(corpus: Corpus, work: Work, number: number): Promise<Settling> {
  const chapter = await corpus.chapter(work, number);
  const names = await annotatorsOf(corpus, work, number);
  const sheets = await Promise.all(
    names.map(async (name) => voiceOf(name, await readSheet(corpus, { annotator: name, work, number }), chapter)),
  );
  const settlement = await readSettlement(corpus, work, number);
  return { chapter, sheets, settlement, standings: standingsOf(sheets, settlement, chapter.summary.length) };
}

/** What was settled of a chapter so far. */
export async function readSettlement(corpus: Corpus, work: Work, number: number): Promise<SettlementFile> {
  const there = await readJsonIfThere(corpus.folder, settlementPath(work, number), settlementSchema);
  return there ?? { ...noHistory, steps: [], written: null };
}

/** Saves a decision about a chapter, on top of the revision that the person saw. */
export function saveSettlement(
  corpus: Corpus,
  { work, number }: { readonly work: Work; readonly number: number },
  saving: HistorySave<SettlementFile>,
): Promise<SettlementFile> {
  const [path, read] = [settlementPath(work, number), () => readSettlement(corpus, work, number)];
  return saveHistory(corpus, { work, number, path, read, textOf: fileOf }, saving);
}

/** A chapter whose gold is to be written, and what the person saw when they decided so. */
interface GoldRequest {
  readonly number: number;
  readonly undecided: UndecidedRule;
  /** The links of the gold that was there; undefined where there was none. */
  readonly seen: readonly Cell[] | undefined;
  /** The revision of each annotator's sheet. */
  readonly sheets: Readonly<Record<string, number>>;
  /** The revision of the settlement. */
  readonly revision: number;
}

/**
 * Writes what was settled and agreed of a chapter as gold, if nothing has changed since it was shown. The gold it
 * replaces is saved in `earlier_gold/`.
 */
export async function writeSettledGold(
  folder: string,
  title: string,
  by: string,
  request: GoldRequest,
): Promise<{ readonly links: number }> {
  let links = 0;
  await storeOf(folder).transact(async () => {
    const corpus = await openCorpus(folder);
    const work = findWork(corpus, title);
    const at = new Date().toISOString();
    const settling = await readSettling(corpus, work, request.number);
    mustBeAsSeen(settling, request);
    const gold = goldToWrite(settling, request).map((cell) => ({ ...cell, confidence: 1 }));
    links = gold.length;
    const content = formatAlignment(gold, settling.chapter.summary.length);
    const written = { at, by, annotators: settling.sheets.map(({ name }) => name) };
    const settlement = { ...settling.settlement, revision: settling.settlement.revision + 1, written };
    const changes = await goldChanges(corpus, work, request.number, content, at);
    return [...changes, { write: settlementPath(work, request.number), content: fileOf(settlement) }];
  });
  return { links };
}

/** The gold files that were replaced, the latest first, by the time of their replacement. */
export async function earlierGold(corpus: Corpus, work: Work, number: number): Promise<string[]> {
  const entries = await entriesOf(corpus.folder, `${earlierFolder}/${work.folder}`);
  return entries
    .map(({ name }) => /^(\d+)\.(\d{4}-\d\d-\d\dT[\d-]+\.\d+Z)\.txt$/.exec(name))
    .flatMap((found) => (found !== null && Number(found[1]) === number ? [found[2] ?? ""] : []))
    .sort()
    .reverse();
}

/** Restores an earlier gold file; the present one is saved in its turn. */
export async function restoreGold(
  folder: string,
  title: string,
  number: number,
  { seen, earlier }: { readonly seen: readonly Cell[] | undefined; readonly earlier: string },
): Promise<void> {
  await storeOf(folder).transact(async () => {
    const corpus = await openCorpus(folder);
    const work = findWork(corpus, title);
    const { gold, summary, story } = await corpus.chapter(work, number);
    mustBeGoldSeen(gold, seen);
    if (!(await earlierGold(corpus, work, number)).includes(earlier))
      throw new Problem("There is no earlier gold of that time.");
    const content = (await readIfThere(corpus.folder, earlierPath(work, number, earlier))) ?? "";
    if (linksOf(parseAlignment(content), summary.length, story.length).links === undefined)
      throw new Problem("That gold belongs to another version of the texts, or has a fault; it was not restored.");
    return goldChanges(corpus, work, number, content, new Date().toISOString());
  });
}

const earlierFolder = "earlier_gold";

function voiceOf(name: string, sheet: Sheet, chapter: Chapter): Settling["sheets"][number] {
  const { linked, refused, commentary, done, notes } = decided(sheet);
  const isThere = (cell: Cell) => isIn(cell, chapter);
  return {
    name,
    revision: sheet.revision,
    decided: { linked: linked.filter(isThere), refused: refused.filter(isThere), commentary, done, notes },
  };
}

function mustBeAsSeen({ chapter, sheets, settlement }: Settling, { seen, sheets: known, revision }: GoldRequest): void {
  mustBeGoldSeen(chapter.gold, seen);
  const changed = sheets.find(({ name, revision: now }) => known[name] !== now);
  if (changed !== undefined)
    throw new Outdated(`${changed.name} has changed their links since you looked; the new version is shown.`);
  mustBeLatest(settlement, revision);
}

function goldToWrite({ chapter, standings }: Settling, { undecided }: GoldRequest): Cell[] {
  const open = standings.filter(isUndecided).length;
  if (open > 0 && undecided === "refuse")
    throw new Problem(
      `${counted(open, "point is", "points are")} undecided, so no gold was written; decide them, or choose what becomes of them.`,
    );
  if (open > 0 && undecided === "keep" && chapter.gold === undefined)
    throw new Problem("This chapter has no gold yet that undecided points could keep.");
  const gold = goldOf(standings, undecided, chapter.gold);
  if (gold.length === 0) throw new Problem("This gold would contain no link, so it was not written.");
  return gold;
}

/** Writes the new gold, and saves the file it replaces under the present time. */
async function goldChanges(corpus: Corpus, work: Work, number: number, content: string, at: string): Promise<Change[]> {
  const path = chapterPath("manual_alignments", work.folder, number);
  const before = await readIfThere(corpus.folder, path);
  if (before === content) return [];
  const keep = { write: earlierPath(work, number, at.replaceAll(":", "-")), content: before ?? "" };
  return [...(before === undefined ? [] : [keep]), { write: path, content }];
}

/** From the corpus folder. */
function settlementPath(work: Work, number: number): string {
  return `settlements/${work.folder}/${number}.json`;
}

function earlierPath(work: Work, number: number, time: string): string {
  return `${earlierFolder}/${work.folder}/${number}.${time}.txt`;
}

const fileOf = (settlement: SettlementFile) => `${JSON.stringify(settlement, undefined, 1)}\n`;

function mustBeGoldSeen(gold: readonly Cell[] | undefined, seen: readonly Cell[] | undefined): void {
  if (cellKeys(seen) === cellKeys(gold)) return;
  throw new Outdated("Someone else changed this chapter's gold; the new version is shown.");
}

function cellKeys(cells: readonly Cell[] | undefined): string {
  return cells === undefined ? "none" : cells.map(cellKey).sort().join(" ");
}
