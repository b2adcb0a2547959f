import { type Example, example } from "../../align/learned/example.ts";
import { dealt, type LearningOptions, learn, linksBy } from "../../align/learned/learn.ts";
import { chapterReader } from "../../align/learned/reading.ts";
import { type PackedModel, pack } from "../../align/learned/weights.ts";
import { openCorpus } from "../../corpus/open.ts";
import { type ChapterScores, judge } from "../../evaluate/evaluation.ts";
import type { Job, Step } from "../executor.ts";

export interface LearnSetup {
  readonly folder: string;
  readonly folds: number;
  readonly options: LearningOptions;
}

/** A fold to learn without and be judged on, or everything. */
export type LearnTask = { readonly fold: number } | "all";

export type Learned = { readonly chapters: readonly ChapterScores[] } | { readonly model: PackedModel };

/** Learns an aligner from a corpus: once for each fold of works, to judge it, and once from all works, to keep it. */
export function learnFolds(setup: LearnSetup): Job<LearnSetup, LearnTask, Learned> {
  return { module: import.meta.url, setup, start };
}

export async function start({ folder, folds, options }: LearnSetup): Promise<Step<LearnTask, Learned>> {
  const examples = await readExamples(folder);
  return async (task) => {
    if (task === "all") return { model: pack(learn(examples, options)) };
    const judged = dealt(examples, folds)[task.fold] ?? [];
    const links = linksBy(
      learn(
        examples.filter((each) => !judged.includes(each)),
        options,
      ),
    );
    return { chapters: judged.map((each) => scored(each, links)) };
  };
}

/** The chapters with usable gold, in the order of the folder. */
async function readExamples(folder: string): Promise<Example[]> {
  const corpus = await openCorpus(folder);
  const read = chapterReader();
  const examples: Example[] = [];
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    if (chapter.gold !== undefined && chapter.gold.length > 0) examples.push(example(read, chapter));
  return examples;
}

function scored(each: Example, links: ReturnType<typeof linksBy>): ChapterScores {
  return { work: each.work, number: each.number, methods: [judge(links(each), goldLinks(each))] };
}

function goldLinks({ gold, features: { columns } }: Example) {
  const links = [];
  for (const [cell, linked] of gold.entries())
    if (linked === 1) links.push({ summary: Math.floor(cell / columns), story: cell % columns, confidence: 1 });
  return links;
}
