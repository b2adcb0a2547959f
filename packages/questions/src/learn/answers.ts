import { isFirstBest, tallyOf } from "@plotline/align";
import { inGroups, random, sumOf } from "@plotline/base";
import type { Replicas } from "@plotline/nn/node";
import type { Task } from "../readers/settings.ts";
import type { Examined } from "./aligning-reader.ts";
import { type AskedText, evaluated, pointingBatch } from "./batch.ts";
import { wordQuestions } from "./questions.ts";
import type { SolveOptions } from "./solve.ts";

/** How often the reader points at the right one of ten answers (cloze) or prefers the right continuation, and how often a guess would. */
export async function answered(replicas: Replicas, task: Task, examined: readonly Examined[], options: SolveOptions) {
  const itemsOf = task === "cloze" ? clozeItems : completionItems;
  const jobs = examined.flatMap((each) =>
    inGroups(itemsOf(each, options), itemsAtOnce).map((items) => ({ each, items })),
  );
  const hits: { right: boolean; options: number }[] = [];
  const batchOf = ({ each: { key, chapter }, items }: (typeof jobs)[number]) => {
    const asked = { story: chapter.story, texts: items.flatMap(({ texts }) => texts) };
    return pointingBatch([asked], { ...options, next: random("ask", key) });
  };
  for await (const { job, results } of evaluated(replicas, jobs, batchOf)) {
    const probabilities = results["right"]?.data ?? [];
    let at = 0;
    for (const { lengths } of job.items) {
      const count = sumOf(lengths);
      const own = Array.from(probabilities.slice(at, at + count), Number);
      hits.push({ right: isFirstBest(scoresOf(own, lengths)), options: lengths.length });
      at += count;
    }
  }
  return tallyOf(hits);
}

/** One thing to choose: the probabilities of its options' words come one after the other, the right option first. */
interface Item {
  readonly texts: readonly AskedText[];
  readonly lengths: readonly number[];
}

/** The mean logarithm of each option's words. */
function scoresOf(probabilities: readonly number[], lengths: readonly number[]): number[] {
  let at = 0;
  return lengths.map((length) => {
    const own = probabilities.slice(at, at + length);
    at += length;
    return sumOf(own, (p) => Math.log(p + unlikely)) / Math.max(1, length);
  });
}

/** What a word costs that the context does not have. */
const unlikely = 1e-3;

function clozeItems({ chapter, rows }: Examined, { longestBullet }: SolveOptions): Item[] {
  return chapter.cloze
    .filter(({ kind }) => kind === "entity")
    .map(({ paragraph, text, mask, options }) => {
      const from = Math.max(0, mask - longestBullet + 1);
      const questions = Array.from(options, (answer) => ({ place: mask - from, answer }));
      const asked = { text: text.subarray(from), questions, chosen: rows[paragraph] ?? [], rival: [] };
      return { texts: [asked], lengths: questions.map(() => 1) };
    });
}

/** The words of each continuation, asked for with the given start before them and the context of the point. */
function completionItems({ work, chapter, rows }: Examined, { isAskable, longestBullet }: SolveOptions): Item[] {
  const pointAt = (at: { chapter: number; paragraph: number }) =>
    work.chapters.find(({ number }) => number === at.chapter)?.points[at.paragraph];
  return chapter.completion.flatMap(({ paragraph, options }) => {
    const own = chapter.points[paragraph];
    if (own === undefined) return [];
    const start = own.text.subarray(0, own.given);
    const texts = options.map((option): AskedText => {
      const point = pointAt(option);
      const rest = point?.text.subarray(point.given) ?? new Int32Array(0);
      const text = Int32Array.from([...start, ...rest]).subarray(0, longestBullet);
      const questions = wordQuestions(text, isAskable).filter(({ place }) => place >= start.length);
      return { text, questions, chosen: rows[paragraph] ?? [], rival: [] };
    });
    return [{ texts, lengths: texts.map(({ questions }) => questions.length) }];
  });
}

const itemsAtOnce = 24;
