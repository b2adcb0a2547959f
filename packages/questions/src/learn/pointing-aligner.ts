import { type Alignment, chronological, type Matrix, matrix } from "@plotline/align";
import { inGroups, type Random, random, shuffled, sumOf } from "@plotline/base";
import type { Value } from "@plotline/nn";
import type { Replicas } from "@plotline/nn/node";
import { stopWords } from "@plotline/text";
import type { Encoded, EncodedChapter } from "../readers/encoding/examples.ts";
import type { WordList } from "../readers/encoding/words.ts";
import { evaluated } from "../readers/reader.ts";
import type { AligningReader, Answer, Contrasted, Examined } from "./aligning-reader.ts";
import {
  type AskedChapter,
  type AskedText,
  type PointingBatchOptions,
  pointingBatch,
  type WordQuestion,
} from "./batch.ts";
import { pointingReader } from "./pointing-reader.ts";
import type { LearnSettings } from "./settings.ts";

type Options = Omit<PointingBatchOptions, "next">;

/** Ours: every content word of a point is asked for, and found by pointing at the story. */
export function pointingAligner(settings: LearnSettings, words: WordList): AligningReader {
  const { longestParagraph, longestBullet, questions } = settings;
  const options: Options = { words, isAskable: askableIn(words), longestParagraph, longestBullet };
  return {
    build: pointingReader(settings, words.size),
    batch: (units, next) => {
      const asked = units.map((unit) => askedOf(unit, questions, options, next));
      return pointingBatch(asked, { ...options, next });
    },
    gains: (replicas, chapters) => gainsOf(replicas, chapters, options),
    best: bestAlignment,
    answers: (replicas, examined) => answersOf(replicas, examined, options),
  };
}

export function askableIn(words: WordList): Options["isAskable"] {
  const flags = new Uint8Array(words.firstMarker);
  for (let number = 0; number < flags.length; number++) {
    const word = words.word(number);
    flags[number] = Number(/^\p{L}{2,}$/u.test(word) && !stopWords.has(word));
  }
  return (token) => token < 0 || token >= words.firstMarker || flags[token] === 1;
}

/** Every askable word of a point once, at its first position. */
export function wordQuestions(text: Encoded, isAskable: Options["isAskable"]): WordQuestion[] {
  const first = new Map<number, number>();
  text.forEach((token, place) => {
    if (!first.has(token) && isAskable(token)) first.set(token, place);
  });
  return [...first].map(([answer, place]) => ({ place, answer }));
}

/** Some questions of a chapter, each with the point's links as its context and a random alignment as contrast. */
function askedOf(
  { chapter: { points, story }, chosen, rival }: Contrasted,
  most: number,
  { isAskable }: Options,
  next: Random,
): AskedChapter {
  const all = points.flatMap(({ text }, point) =>
    wordQuestions(text, isAskable).map((question) => ({ point, question })),
  );
  const some = shuffled(all, next).slice(0, most);
  const texts = points.map(({ text }, point) => ({
    text,
    questions: some.flatMap((each) => (each.point === point ? each.question : [])),
    chosen: chosen[point] ?? [],
    rival: rival[point] ?? [],
  }));
  return { story, texts: texts.filter(({ questions }) => questions.length > 0) };
}

/** H* of a chapter: the best staircase over the model's own scores, without the cells that score nothing. */
export function bestAlignment(gains: Matrix): Alignment {
  const { columns, values } = gains;
  const gain = (cell: { summary: number; story: number }) => values[cell.summary * columns + cell.story] ?? 0;
  const links = chronological(gains).filter((link) => gain(link) > 0);
  const most = new Map<number, number>();
  for (const link of links) most.set(link.summary, Math.max(most.get(link.summary) ?? 0, gain(link)));
  return links.map((link) => ({ ...link, confidence: gain(link) / (most.get(link.summary) ?? 1) }));
}

export async function gainsOf(
  replicas: Replicas,
  chapters: readonly EncodedChapter[],
  options: Options,
): Promise<Matrix[]> {
  const found = chapters.map(({ points, story }) => matrix(points.length, story.length));
  const jobs = chapters.flatMap((chapter, number) => jobsOf(chapter, number, options));
  const batchOf = ({ chapter: { story, number }, texts }: Job) =>
    pointingBatch([{ story, texts }], { ...options, next: random("solve", number) });
  for await (const { job, results } of evaluated(replicas, jobs, batchOf))
    place(job, results["gains"]!, found[job.number]!);
  return found;
}

/** Some points of a chapter, few enough for every question to attend to every word at once. */
interface Job {
  readonly number: number;
  readonly chapter: EncodedChapter;
  readonly points: readonly number[];
  readonly texts: readonly AskedText[];
}

const mostCells = 6e6;

function jobsOf(chapter: EncodedChapter, number: number, { isAskable, longestParagraph }: Options): Job[] {
  const words = 1 + sumOf(chapter.story, ({ length }) => Math.min(length, longestParagraph));
  const jobs: Job[] = [];
  let [points, texts, questions]: [number[], AskedText[], number] = [[], [], 0];
  for (const [point, { text }] of chapter.points.entries()) {
    const asked = wordQuestions(text, isAskable);
    if (asked.length === 0) continue;
    if (points.length > 0 && (questions + asked.length) * words > mostCells) {
      jobs.push({ number, chapter, points, texts });
      [points, texts, questions] = [[], [], 0];
    }
    points.push(point);
    texts.push({ text, questions: asked, chosen: [], rival: [] });
    questions += asked.length;
  }
  if (points.length > 0) jobs.push({ number, chapter, points, texts });
  return jobs;
}

/** Segments count the paragraphs that have words, from 1. */
function place({ chapter, points }: Job, gains: Value, into: Matrix): void {
  const segments = gains.shape[1] ?? 1;
  const spoken = [...chapter.story.keys()].filter((paragraph) => (chapter.story[paragraph]?.length ?? 0) > 0);
  points.forEach((point, row) => {
    spoken.forEach((paragraph, k) => {
      into.values[point * into.columns + paragraph] = Number(gains.data[row * segments + k + 1]);
    });
  });
}

/** How likely the reader points at each option of the task's questions. */
async function answersOf(replicas: Replicas, examined: readonly Examined[], options: Options): Promise<Answer[]> {
  const jobs = examined.flatMap((each) =>
    inGroups(asksOf(each, options), asksAtOnce).map((asks) => ({ key: each.key, chapter: each.chapter, asks })),
  );
  const batchOf = ({ key, chapter: { story }, asks }: (typeof jobs)[number]) =>
    pointingBatch([{ story, texts: asks.map(({ text }) => text) }], { ...options, next: random("ask", key) });
  const found: Answer[] = [];
  for await (const { job, results } of evaluated(replicas, jobs, batchOf)) {
    let at = 0;
    for (const { id, text } of job.asks)
      found.push({ id, scores: Array.from(results["right"]!.data.slice(at, (at += text.questions.length)), Number) });
  }
  return found;
}

/** A cloze question as one about each of its options at the mask, the right one first. */
function asksOf({ chapter, rows }: Examined, { longestBullet }: Options) {
  return chapter.cloze
    .filter(({ kind }) => kind === "entity")
    .map(({ id, paragraph, text, mask, options }) => {
      const from = Math.max(0, mask - longestBullet + 1);
      const questions = Array.from(options, (answer) => ({ place: mask - from, answer }));
      const asked: AskedText = { text: text.subarray(from), questions, chosen: rows[paragraph] ?? [], rival: [] };
      return { id, text: asked };
    });
}

const asksAtOnce = 24;
