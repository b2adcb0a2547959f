import type { ChapterFeatures } from "../align/learned/features.ts";
import { tiers } from "../align/learned/inputs.ts";
import { featureReader } from "../align/learned/similarity.ts";
import { type PackedModel, pack } from "../align/learned/weights.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus } from "../corpus/types.ts";
import { type ChapterScores, scoreLinks } from "../evaluate/evaluation.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { type Example, example } from "../learn/aligner/example.ts";
import { type LearningOptions, learn, linksBy } from "../learn/aligner/learn.ts";
import { dealt } from "../learn/aligner/teachers.ts";
import { random, shuffled } from "../random.ts";
import { shippedTable } from "../text/pieces/shipped.ts";

interface LearnSetup {
  readonly folder: string;
  readonly folds: number;
  readonly options: LearningOptions & {
    /** How many chapters without gold to learn from. */
    readonly unannotated: number;
  };
}

/** A fold to learn without and be judged on, or everything. */
export type LearnTask = { readonly fold: number } | "all";

type Learned = { readonly chapters: readonly ChapterScores[] } | { readonly model: PackedModel };

/** Learns an aligner from a corpus: once for each fold of works, to judge it, and once from all works, to keep it. */
export function learnFolds(setup: LearnSetup): Job<LearnSetup, LearnTask, Learned> {
  return job(import.meta.url, startTrainingAligners, setup);
}

export async function startTrainingAligners({ folder, folds, options }: LearnSetup): Promise<Step<LearnTask, Learned>> {
  const corpus = await openCorpus(folder);
  const read = featureReader(tiers[options.tier], { table: await shippedTable() });
  const examples = await readExamples(corpus, read);
  const others = await readOthers(corpus, read, options);
  return async (task) => {
    if (task === "all") return { model: pack(await learn(examples, others, options)) };
    const judged = dealt(examples, folds)[task.fold] ?? [];
    const links = linksBy(
      await learn(
        examples.filter((each) => !judged.includes(each)),
        others,
        options,
      ),
    );
    return { chapters: judged.map((each) => scored(each, links)) };
  };
}

/** The chapters with usable gold, in the order of the folder. */
async function readExamples(corpus: Corpus, read: ReturnType<typeof featureReader>): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    if (chapter.gold !== undefined && chapter.gold.length > 0) examples.push(example(chapter, read(chapter)));
  return examples;
}

/** Some chapters of works without gold, none of them very long. */
async function readOthers(
  corpus: Corpus,
  read: ReturnType<typeof featureReader>,
  { unannotated, seed }: LearnSetup["options"],
): Promise<ChapterFeatures[]> {
  const works = corpus.works.filter((work) => work.annotated.length === 0);
  const refs = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const found: ChapterFeatures[] = [];
  for (const { work, number } of shuffled(refs, random("unannotated", seed))) {
    if (found.length >= unannotated) break;
    const { summary, story } = await corpus.chapter(work, number);
    const cells = summary.length * story.length;
    if (cells > 0 && cells <= mostCells) found.push(read({ summary, story }));
  }
  return found;
}

const mostCells = 8000;

function scored(each: Example, links: ReturnType<typeof linksBy>): ChapterScores {
  return { work: each.work, number: each.number, methods: [scoreLinks(links(each), goldLinks(each))] };
}

function goldLinks({ targets, features: { columns } }: Example) {
  const links = [];
  for (const [cell, linked] of targets.entries())
    if (linked === 1) links.push({ summary: Math.floor(cell / columns), story: cell % columns, confidence: 1 });
  return links;
}
