import { join } from "node:path";
import { decided } from "../corpus/annotations/annotation.ts";
import { readAnnotation } from "../corpus/annotations/annotation-store.ts";
import type { Cell } from "../corpus/cells.ts";
import { changedAt, chapterFiles, FromFiles } from "../corpus/files/from-files.ts";
import { readJsonFile } from "../corpus/files/json-file.ts";
import { chapterPath } from "../corpus/listing.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import { agreementByPair } from "../evaluate/agreement.ts";
import { groupedBy, sumOf } from "../lists.ts";
import { assignmentsFile, type ChapterPlace } from "./assignments.ts";
import { openMessages } from "./messages.ts";
import type { Person } from "./people.ts";
import { closedBullets } from "./progress.ts";
import { hasPassed, trainingFile } from "./training.ts";

/** One person's progress in a chapter that is assigned to them. */
interface Voice {
  readonly name: string;
  readonly closed: number;
  readonly isDone: boolean;
  readonly links: readonly Cell[];
  readonly changed: number;
}

interface ChapterState extends ChapterPlace {
  readonly title: string;
  readonly bullets: number;
  readonly paragraphs: number;
  readonly voices: readonly Voice[];
  readonly goldAt: number;
}

/** What a team's curators and owner look at: each person's progress and pace, their agreement, and what is waiting. */
export async function dashboardOf(corpus: Corpus, members: readonly Person[], pace: ReadonlyMap<string, number>) {
  const [chapters, training, messages] = await Promise.all([
    assignedChapters(corpus),
    readJsonFile(corpus.folder, trainingFile),
    openMessages(corpus.folder),
  ]);
  return {
    people: members.map((member) => ({
      name: member.name,
      role: member.role,
      hasPassed: hasPassed(training, member),
      ...progressOf(member.name, chapters),
      pace: pace.get(member.name) ?? 0,
    })),
    chapters: chapters.map((chapter) => ({
      folder: chapter.folder,
      title: chapter.title,
      number: chapter.number,
      bullets: chapter.bullets,
      voices: chapter.voices.map(({ name, closed, isDone }) => ({ name, closed, isDone })),
      agreement: pairsOf([chapter]).map(({ first, second, f, kappa }) => ({ first, second, f, kappa })),
      state: stateOf(chapter),
    })),
    pairs: pairsOf(chapters),
    messages,
  };
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
  const found = await Promise.all(chapters.map((each) => chapterState(corpus, each)));
  return found.sort((a, b) => (a.title === b.title ? a.number - b.number : a.title < b.title ? -1 : 1));
}

async function chapterState(
  corpus: Corpus,
  { work, number, names }: { work: Work; number: number; names: readonly string[] },
): Promise<ChapterState> {
  const size = await sizeOf(corpus, work, number);
  const voices = await Promise.all(names.map((name) => voiceOf(corpus, work, number, name, size.bullets)));
  const goldAt = await changedAt(join(corpus.folder, chapterPath("manual_alignments", work.folder, number)));
  return { folder: work.folder, title: work.title, number, ...size, voices, goldAt };
}

/** Waiting: everyone has finished, and gold is missing or older than the last change. */
function stateOf({ voices, goldAt }: ChapterState): "open" | "waiting" | "settled" {
  if (!voices.every(({ isDone }) => isDone)) return "open";
  return voices.every(({ changed }) => changed <= goldAt) ? "settled" : "waiting";
}

function progressOf(name: string, chapters: readonly ChapterState[]) {
  const own = chapters.flatMap(({ bullets, voices }) =>
    voices.filter((voice) => voice.name === name).map((voice) => ({ bullets, voice })),
  );
  return {
    chapters: own.length,
    chaptersDone: own.filter(({ voice }) => voice.isDone).length,
    bullets: sumOf(own, ({ bullets }) => bullets),
    bulletsDone: sumOf(own, ({ voice }) => voice.closed),
  };
}

/** Each two who have both finished the same chapters: half a sheet would count as disagreement. */
function pairsOf(chapters: readonly ChapterState[]) {
  return agreementByPair(
    chapters.map(({ voices, bullets, paragraphs }) => ({
      bullets,
      paragraphs,
      voices: voices.filter(({ isDone }) => isDone).sort((a, b) => (a.name < b.name ? -1 : 1)),
    })),
  );
}

const sizes = new FromFiles<Pick<ChapterState, "bullets" | "paragraphs">>(20_000);
const sheets = new FromFiles<Pick<Voice, "closed" | "links">>(50_000);

function sizeOf(corpus: Corpus, work: Work, number: number) {
  return sizes.get(chapterFiles(corpus, work, number), async () => {
    const { summary, story } = await corpus.chapter(work, number);
    return { bullets: summary.length, paragraphs: story.length };
  });
}

async function voiceOf(corpus: Corpus, work: Work, number: number, name: string, bullets: number): Promise<Voice> {
  const path = join(corpus.folder, "annotators", name, work.folder, `${number}.json`);
  const sheet = await sheets.get([path], async () => {
    const read = await readAnnotation(corpus, { annotator: name, work, number });
    return { closed: closedBullets(read), links: decided(read).linked };
  });
  return { name, ...sheet, isDone: bullets > 0 && sheet.closed >= bullets, changed: await changedAt(path) };
}
