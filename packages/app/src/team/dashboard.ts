import { agreementByPair, type Cell, type Corpus, type Work } from "@plotline/align";
import { groupedBy, sumOf } from "@plotline/base";
import type { ChapterPlace, TeamPerson } from "@plotline/corpus";
import { changedAt, chapterPath, chapterSize, finishedState, readJsonFile } from "@plotline/corpus/node";
import { assignmentsFile } from "./assignments.ts";
import { blindStates, type Seen, seenFile } from "./seen.ts";
import { hasPassed, type Training, trainingFile, triedTooOften } from "./training.ts";

/** One person's progress in a chapter that is assigned to them. */
type AssignedSheet = Awaited<ReturnType<typeof blindStates>>[number];

interface ChapterState extends ChapterPlace {
  readonly title: string;
  readonly points: number;
  readonly paragraphs: number;
  readonly sheets: readonly AssignedSheet[];
  readonly goldAt: number;
}

/** What a team's curators and owner look at: each person's progress, their agreement, and what is waiting. */
export async function dashboardOf(corpus: Corpus, members: readonly TeamPerson[]) {
  const [chapters, training] = await Promise.all([assignedChapters(corpus), readJsonFile(corpus.folder, trainingFile)]);
  return {
    people: members.map((member) => ({
      name: member.name,
      hasPassed: hasPassed(training, member),
      ...progressOf(member.name, chapters),
    })),
    chapters: chapters.map((chapter) => ({
      folder: chapter.folder,
      title: chapter.title,
      number: chapter.number,
      points: chapter.points,
      voices: chapter.sheets.map(({ name, closed, isDone }) => ({ name, closed, isDone })),
      agreement: agreementOfFinished([chapter]).map(({ first, second, f, kappa }) => ({ first, second, f, kappa })),
      state: stateOf(chapter),
    })),
    closed: await closedSheets(corpus, members, training),
    pairs: agreementOfFinished(chapters),
  };
}

/** Sheets that are closed, or were, because of what their annotators saw, and trainings tried too often; the latest first. */
async function closedSheets(corpus: Corpus, members: readonly TeamPerson[], training: Training) {
  const { seen: all } = await readJsonFile(corpus.folder, seenFile);
  const blind = new Set(members.flatMap(({ name, role }) => (role === "annotator" ? name : [])));
  const seen = all.filter(({ name }) => blind.has(name));
  const tried = triedTooOften(training).map((each) => ({
    ...each,
    what: "tries" as const,
    revision: 0,
    reopened: undefined,
  }));
  const found = [...tried, ...seen.toReversed()].map(async ({ name, folder, number, what, revision, reopened }) => {
    const work = corpus.works.find((each) => each.folder === folder);
    if (work === undefined) return [];
    const isChanged = (await finishedState(corpus, { annotator: name, work, number })).revision > revision;
    return [{ name, folder, title: work.title, number, what, reopenedBy: reopened?.by ?? null, isChanged }];
  });
  return (await Promise.all(found)).flat().slice(0, 200);
}

/** The chapters that are assigned to somebody and still there. */
async function assignedChapters(corpus: Corpus): Promise<ChapterState[]> {
  const { assignments } = await readJsonFile(corpus.folder, assignmentsFile);
  const byChapter = [...groupedBy(assignments, ({ folder, number }) => `${folder}\n${number}`).values()];
  const chapters = byChapter.flatMap((own) => {
    const { folder, number } = own[0]!;
    const work = corpus.works.find((each) => each.folder === folder);
    return work?.summarised.includes(number) ? { work, number, names: own.map(({ name }) => name) } : [];
  });
  const seen = await readJsonFile(corpus.folder, seenFile);
  const found = await Promise.all(chapters.map((each) => chapterState(corpus, seen, each)));
  return found.sort((a, b) => (a.title === b.title ? a.number - b.number : a.title < b.title ? -1 : 1));
}

async function chapterState(
  corpus: Corpus,
  seen: Seen,
  { work, number, names }: { work: Work; number: number; names: readonly string[] },
): Promise<ChapterState> {
  const { points, paragraphs } = await chapterSize(corpus, work, number);
  const sheets = await blindStates(seen, corpus, work, number, names);
  const goldAt = await changedAt(corpus.folder, chapterPath("manual_alignments", work.folder, number));
  return { folder: work.folder, title: work.title, number, points, paragraphs, sheets, goldAt };
}

/** Waiting: everyone has finished, and gold is missing or older than the last change. */
function stateOf({ sheets, goldAt }: ChapterState): "open" | "waiting" | "settled" {
  if (!sheets.every(({ isDone }) => isDone)) return "open";
  return sheets.every(({ changed }) => changed <= goldAt) ? "settled" : "waiting";
}

function progressOf(name: string, chapters: readonly ChapterState[]) {
  const own = chapters.flatMap(({ points, sheets }) =>
    sheets.filter((sheet) => sheet.name === name).map((sheet) => ({ points, sheet })),
  );
  return {
    chapters: own.length,
    chaptersDone: own.filter(({ sheet }) => sheet.isDone).length,
    points: sumOf(own, ({ points }) => points),
    pointsDone: sumOf(own, ({ sheet }) => sheet.closed),
  };
}

/** A chapter with the sheets of its annotators, and its gold. */
export interface AnnotatedChapter {
  readonly points: number;
  readonly paragraphs: number;
  readonly sheets: readonly Pick<AssignedSheet, "name" | "links" | "isDone" | "isBlind">[];
  readonly gold?: readonly Cell[];
}

/**
 * How far each two agree who have both finished the same chapters: half a sheet would count as disagreement. Sheets that
 * were changed after others or gold were seen are counted apart, as those of another.
 */
export function agreementOfFinished(chapters: readonly AnnotatedChapter[]) {
  return agreementByPair(
    chapters.map(({ points, paragraphs, sheets, gold }) => {
      const finished = sheets
        .filter(({ isDone }) => isDone)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, links, isBlind }) => ({ name: isBlind ? name : `${name} (not blind)`, links }));
      return {
        points,
        paragraphs,
        voices: gold === undefined ? finished : [...finished, { name: "gold", links: gold }],
      };
    }),
  );
}
