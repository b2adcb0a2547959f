import { type Alignment, chronological, diagonal, type Matrix, matrix, randomWindows, rowsOf } from "@plotline/align";
import { type Random, random } from "@plotline/base";
import type { Value } from "@plotline/nn";
import type { Replicas } from "@plotline/nn/node";
import type { EncodedChapter } from "../readers/encoding/examples.ts";
import type { Rows } from "./aligning-reader.ts";
import { type AskedText, evaluated, type PointingBatchOptions, pointingBatch } from "./batch.ts";
import { wordQuestions } from "./questions.ts";
import type { LearnSettings } from "./settings.ts";

export type SolveOptions = Omit<PointingBatchOptions, "next">;

/** H* of a chapter: the best staircase over the model's own scores, without the cells that score nothing. */
export function bestAlignment(gains: Matrix): Alignment {
  const { columns, values } = gains;
  const gain = (cell: { summary: number; story: number }) => values[cell.summary * columns + cell.story] ?? 0;
  const links = chronological(gains).filter((link) => gain(link) > 0);
  const most = new Map<number, number>();
  for (const link of links) most.set(link.summary, Math.max(most.get(link.summary) ?? 0, gain(link)));
  return links.map((link) => ({ ...link, confidence: gain(link) / (most.get(link.summary) ?? 1) }));
}

/** g(s_i, d_j) of chapters, in their order. */
export async function gainsOf(
  replicas: Replicas,
  chapters: readonly EncodedChapter[],
  options: SolveOptions,
): Promise<Matrix[]> {
  const found = chapters.map(({ points, story }) => matrix(points.length, story.length));
  const jobs = chapters.flatMap((chapter, number) => jobsOf(chapter, number, options));
  for await (const { job, results } of evaluated(replicas, jobs, (job) => jobBatch(job, options)))
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

function jobsOf(chapter: EncodedChapter, number: number, { isAskable, longestParagraph }: SolveOptions): Job[] {
  const words = chapter.story.reduce((sum, { length }) => sum + Math.min(length, longestParagraph), 1);
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

function jobBatch({ chapter, texts }: Job, options: SolveOptions) {
  return pointingBatch([{ story: chapter.story, texts }], { ...options, next: random("solve", chapter.number) });
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

export function linksOf(rows: Rows): Alignment {
  return rows.flatMap((row, summary) => row.map((story) => ({ summary, story, confidence: 1 })));
}

/** The alignment that learning starts from: five paragraphs around the diagonal, or five anywhere. */
export function startRows({ points, story }: EncodedChapter, { start }: LearnSettings, next: Random): Rows {
  const links =
    start === "diagonal"
      ? diagonal(points.length, story.length, window)
      : randomWindows(points.length, story.length, window, next);
  return rowsOf(links, points.length);
}

const window = 5;

/** A sampled alignment to score below H*: the best staircase over random scores. */
export function contrastRows({ points, story }: EncodedChapter, next: Random): Rows {
  const scores = matrix(points.length, story.length);
  for (let cell = 0; cell < scores.values.length; cell++) scores.values[cell] = next();
  return rowsOf(chronological(scores), points.length);
}
