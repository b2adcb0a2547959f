import { type Answered, tallyOf } from "@plotline/align";
import { inGroups, Problem, random, sumOf } from "@plotline/base";
import type { Value, Values } from "@plotline/nn";
import { type Answerer, rightOption, type Sitting } from "../answer/answerer.ts";
import { choose } from "../answer/choose.ts";
import type { ClozeQuestion } from "../cloze.ts";
import type { CompletionItem } from "../completion.ts";
import { type AskedUnit, clozeBatch, optionCount } from "./batches/cloze-batch.ts";
import { completionBatch, type WritingUnit } from "./batches/completion-batch.ts";
import { cost, type Unit } from "./batches/units.ts";
import { type CompletionExample, chapterKey, type Encoded, type EncodedWork } from "./encoding/examples.ts";
import { evaluated, type Reader } from "./reader.ts";

/** One question: whether the right option scored above every other; a tie is broken by chance, as everywhere. */
export interface Hit extends Answered {
  readonly id: string;
}

/** How many questions a reader answers right, and each of its answers. */
export interface ReaderScore extends ReturnType<typeof tallyOf> {
  readonly hits: readonly Hit[];
}

type OnProgress = (done: number, total: number) => void;

/** Asks a reader every question of some chapters: entity questions alone, as the paper counts. */
export async function scoreReader(
  reader: Reader,
  units: readonly Unit[],
  { onProgress }: { readonly onProgress?: OnProgress } = {},
): Promise<ReaderScore> {
  const answers = await readerScores(reader, units, onProgress);
  const hits = answers.map(({ id, work, scores }) => {
    return { id, work, right: choose(scores, id) === 0, options: scores.length };
  });
  return { ...tallyOf(hits), hits };
}

/** The same reader among others who answer, on works that are encoded with its words. */
export function readerAnswerer(name: string, reader: Reader, works: readonly EncodedWork[]): Answerer {
  const chapters = new Map(
    works.flatMap((work) =>
      work.chapters.map((chapter) => [chapterKey(work.title, chapter.number), { work, chapter }] as const),
    ),
  );
  const unitOf = ({ work, chapter, contexts }: Sitting): Unit => {
    const encoded = chapters.get(chapterKey(work.title, chapter.chapter.number));
    if (encoded === undefined) throw new Problem(`"${work.title}" is not among the works that the reader was given.`);
    return { ...encoded, contexts };
  };
  const answer = async (sittings: readonly Sitting[]) => {
    const found = await readerScores(reader, sittings.map(unitOf));
    const asked: (ClozeQuestion | CompletionItem)[] = sittings.flatMap<ClozeQuestion | CompletionItem>(
      ({ questions }) => questions,
    );
    return asked.map((question, place) => {
      const {
        id,
        scores: [own = 0, ...others],
      } = found[place] ?? { id: "", scores: [] };
      if (id !== question.id)
        throw new Problem(`The reader's works were encoded with other questions: ${id} is not ${question.id}.`);
      return others.toSpliced(rightOption(question), 0, own);
    });
  };
  return { name, task: reader.task, answer };
}

interface QuestionScores {
  readonly id: string;
  readonly work: string;
  /** Of its options, the right one first. */
  readonly scores: readonly number[];
}

/** In the order of the chapters and of their questions. */
async function readerScores(
  reader: Reader,
  units: readonly Unit[],
  onProgress?: OnProgress,
): Promise<QuestionScores[]> {
  const jobs = reader.task === "cloze" ? clozeJobs(units) : completionJobs(units);
  const found: QuestionScores[] = [];
  let done = 0;
  for await (const { job, results } of evaluated(reader.replicas, jobs, (job) => job.batch(reader))) {
    found.push(...job.scores(results));
    onProgress?.(++done, jobs.length);
  }
  return found;
}

/** A batch to run, and what its results say. */
interface EvaluationBatch {
  batch(reader: Reader): Values;
  scores(results: Values): QuestionScores[];
}

/** Questions of a chapter at once; a chapter is read again for each group. */
const questionsAtOnce = 48;
/** The approximate number of story tokens of a batch: chapters are combined up to it. */
const tokensAtOnce = 4000;
const endless = Number.POSITIVE_INFINITY;

function clozeJobs(units: readonly Unit[]): EvaluationBatch[] {
  const asked = units.flatMap((unit) => {
    const questions = unit.chapter.cloze.filter(({ kind }) => kind === "entity");
    return inGroups(questions, questionsAtOnce).map((some): AskedUnit => ({ ...unit, asked: some }));
  });
  return together(asked).map(clozeJob);
}

function clozeJob(units: readonly AskedUnit[]): EvaluationBatch {
  const [first] = units;
  const next = random("score", first?.work.title ?? "", first?.chapter.number ?? 0);
  const questions = units.flatMap(({ work, asked }) => asked.map((question) => ({ work: work.title, question })));
  return {
    batch: ({ words, settings }) => clozeBatch(units, { ...settings, words, tokens: endless, next }),
    scores: ({ scores }) =>
      questions.map(({ work, question: { id, options } }, place) => {
        const own = Array.from(rowOf(scores, place, optionCount)).slice(0, options.length);
        return { id, work, scores: own };
      }),
  };
}

/** Small chapters share a batch. */
function together<T extends Unit>(units: readonly T[]): T[][] {
  const batches: T[][] = [];
  let filled = tokensAtOnce;
  for (const unit of units) {
    const own = cost(unit);
    if (filled + own > tokensAtOnce) {
      batches.push([]);
      filled = 0;
    }
    batches.at(-1)?.push(unit);
    filled += own;
  }
  return batches;
}

/** Items of a chapter at once: each writes all of its options. */
const itemsAtOnce = 3;

function completionJobs(units: readonly Unit[]): EvaluationBatch[] {
  return units.flatMap((unit) =>
    inGroups(unit.chapter.completion, itemsAtOnce).map((items) => completionJob(unit, items)),
  );
}

function completionJob(unit: Unit, items: readonly CompletionExample[]): EvaluationBatch {
  const written = items.flatMap((item) => optionsOf(unit, item).map((option) => ({ item, ...option })));
  const writings = written.map(({ item, text, given }) => ({ point: item.paragraph, text, given }));
  const asked: WritingUnit = { ...unit, writings };
  const next = random("score", unit.work.title, unit.chapter.number);
  let longest = endless;
  return {
    batch: ({ words, settings }) => {
      longest = settings.longestBullet;
      return completionBatch([asked], { ...settings, words, tokens: endless, next });
    },
    scores: ({ losses }) => {
      const means = meanLosses(losses!, written, longest);
      return items.map((item) => {
        const own = written.flatMap((option, place) => (option.item === item ? [-means[place]!] : []));
        return { id: item.id, work: unit.work.title, scores: own };
      });
    },
  };
}

/** The start of the item's own point with each continuation. */
function optionsOf(
  { work, chapter }: Unit,
  { paragraph, options }: CompletionExample,
): { readonly text: Encoded; readonly given: number }[] {
  const own = chapter.points[paragraph];
  const start = own?.text.subarray(0, own.given) ?? new Int32Array(0);
  return options.map((place) => {
    const from = work.chapters.find(({ number }) => number === place.chapter)?.points[place.paragraph];
    const rest = from?.text.subarray(from.given) ?? new Int32Array(0);
    return { text: Int32Array.from([...start, ...rest]), given: start.length };
  });
}

/** −log p of each continuation, averaged over its tokens and its end. */
function meanLosses(
  { data }: Value,
  written: readonly { readonly text: Encoded; readonly given: number }[],
  longest: number,
): number[] {
  let first = 0;
  return written.map(({ text, given }) => {
    // Step k reads token k − 1 and predicts token k: the first of the continuation is predicted at step `given`.
    const told = Math.max(0, Math.min(text.length + 1, longest) - given);
    first += told;
    return sumOf(data.subarray(first - told, first)) / Math.max(1, told);
  });
}

function rowOf(value: Value | undefined, row: number, width: number): ArrayLike<number> {
  return value?.data.subarray(row * width, (row + 1) * width) ?? [];
}
