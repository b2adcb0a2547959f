import { sumOf } from "@plotline/base";
import { z } from "zod";
import { bootstrapInterval, type Interval } from "./bootstrap.ts";

const share = z.number().min(0).max(1);
const count = z.int().min(0);
/** For each work a 1 for every question that was answered right and a 0 for every other, in the work's own order. */
const hits = z.record(z.string(), z.string().regex(/^[01]*$/, "must consist of 0 and 1"));

/** What a trained reader did on one alignment with one seed: numbers only, so that it may be shared. */
export const readerResultSchema = z.looseObject({
  task: z.enum(["cloze", "completion"]),
  alignment: z.string().min(1),
  protocol: z.string().default("paper"),
  seed: z.int(),
  accuracy: share,
  interval: z.tuple([share, share]),
  chance: share,
  questions: count,
  works: z.array(z.looseObject({ work: z.string(), questions: count, right: share })).default([]),
  right: hits.default({}),
  trainedOn: z.object({ works: count, chapters: count, questions: count }).optional(),
  steps: count.optional(),
  passes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
  device: z.string().optional(),
  signature: z.string().default(""),
});

export type ReaderResult = z.infer<typeof readerResultSchema>;

/** How well readers did a task on one alignment, over all seeds. */
export interface TaskFigure {
  readonly accuracy: number;
  readonly interval: Interval;
  readonly chance: number;
  readonly questions: number;
  readonly seeds: readonly number[];
  /** The lowest and the highest of several seeds. */
  readonly spread?: Interval;
  /** Questions that a reader was trained on; undefined where nothing is trained. */
  readonly trainedOn?: number;
  readonly steps?: number;
  readonly passes?: number;
  readonly seconds?: number;
  readonly device?: string;
}

/**
 * One figure from several runs of the same kind. Runs of one seed are folds, each on works of its own: their questions
 * count together. Over seeds the mean is taken; its interval draws questions again, each with its mean over seeds.
 */
export function pooled(results: readonly ReaderResult[]): TaskFigure | undefined {
  const seeds = [...new Set(results.map(({ seed }) => seed))].sort((a, b) => a - b);
  const bySeed = seeds.map((seed) => results.filter((result) => result.seed === seed));
  const [first] = bySeed;
  if (first === undefined) return undefined;
  const accuracies = bySeed.map((folds) => weighted(folds, ({ accuracy }) => accuracy));
  const means = meanHits(bySeed);
  const total = (of: (result: ReaderResult) => number | undefined) => sumOf(first.map((fold) => of(fold) ?? 0));
  const device = first[0]?.device;
  return {
    accuracy: sumOf(accuracies) / accuracies.length,
    interval: means.length > 0 ? bootstrapInterval(means) : spreadOf(results.flatMap(({ interval }) => interval)),
    chance: weighted(first, ({ chance }) => chance),
    questions: total(({ questions }) => questions),
    seeds,
    ...(seeds.length > 1 && { spread: spreadOf(accuracies) }),
    ...(first.some(({ trainedOn }) => trainedOn) && {
      trainedOn: Math.round(total(({ trainedOn }) => trainedOn?.questions) / first.length),
      steps: Math.round(total(({ steps }) => steps) / first.length),
      passes: total(({ passes }) => passes) / first.length,
    }),
    seconds: sumOf(results.map(({ seconds }) => seconds ?? 0)),
    device,
  };
}

/** For each question the share of seeds that answered it right; nothing where the seeds were not asked the same. */
function meanHits(bySeed: readonly (readonly ReaderResult[])[]): number[] {
  const rows = bySeed.map((folds) => {
    const works = folds.flatMap(({ right }) => Object.entries(right)).sort(([a], [b]) => (a < b ? -1 : 1));
    return works.map(([, line]) => line).join("");
  });
  const length = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== length)) return [];
  return Array.from({ length }, (_, k) => sumOf(rows.map((row) => Number(row[k]))) / rows.length);
}

function weighted(results: readonly ReaderResult[], of: (result: ReaderResult) => number): number {
  return (
    sumOf(results.map((result) => of(result) * result.questions)) /
    Math.max(1, sumOf(results.map((each) => each.questions)))
  );
}

function spreadOf(values: readonly number[]): Interval {
  return [Math.min(...values), Math.max(...values)];
}
