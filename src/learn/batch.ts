import { packed } from "../nn/layers/sequences.ts";
import type { Replicas } from "../nn/parallel/replicas.ts";
import type { Value, Values } from "../nn/values.ts";
import type { Random } from "../random.ts";
import { Documents } from "../readers/batches/documents.ts";
import { markerOf } from "../readers/batches/markers.ts";
import type { Encoded } from "../readers/encoding/examples.ts";
import { special, type WordList } from "../readers/encoding/words.ts";
import type { ModelSettings } from "../readers/settings.ts";
import type { IsAskable, WordQuestion } from "./questions.ts";

/** A text with questions about it, and the story paragraphs that are its context and its contrast. */
export interface AskedText {
  readonly text: Encoded;
  readonly questions: readonly WordQuestion[];
  readonly chosen: readonly number[];
  readonly rival: readonly number[];
}

/** Texts about one chapter. */
export interface AskedChapter {
  readonly story: readonly Encoded[];
  readonly texts: readonly AskedText[];
}

export interface PointingBatchOptions extends Pick<ModelSettings, "longestParagraph" | "longestBullet"> {
  readonly words: WordList;
  readonly isAskable: IsAskable;
  /** All rows have one length: a GPU compiles a program for each length. */
  readonly fixed: boolean;
  readonly next: Random;
}

/** The reader's results for some jobs, a few at a time: all batches of a corpus would not fit in memory. */
export async function* evaluated<Job>(
  replicas: Replicas,
  jobs: readonly Job[],
  batchOf: (job: Job) => Values,
): AsyncIterable<{ readonly job: Job; readonly results: Values }> {
  const atOnce = 4 * replicas.threads;
  for (let first = 0; first < jobs.length; first += atOnce) {
    const some = jobs.slice(first, first + atOnce);
    const all = await replicas.evaluate(some.map(batchOf));
    yield* some.map((job, k) => ({ job, results: all[k]! }));
  }
}

/** The values of one batch for the pointing reader. Texts are numbered throughout; questions follow their texts. */
export function pointingBatch(chapters: readonly AskedChapter[], options: PointingBatchOptions): Values {
  const gathered: Gathered = { documents: new Documents(), chapters: [], texts: [], questions: [] };
  for (const [number, chapter] of chapters.entries()) addChapter(chapter, number, options, gathered);
  const { documents, texts, questions } = gathered;
  const story = documents.values([], options.fixed ? options.longestParagraph : undefined);
  const segments = documents.texts.length + 1;
  const laid = packed(
    "bullet",
    texts.map(({ text }) => text),
    options.fixed ? { steps: options.longestBullet + 2 } : {},
  );
  return {
    ...story,
    "document.chapter": chaptersOfTokens(story, gathered.chapters, options.isAskable),
    "bullet.ids": laid["bullet.ids"] as Value,
    "bullet.present": laid["bullet.present"] as Value,
    "bullet.numbers": integers([...texts.keys()]),
    ...questionValues(questions, laid),
    chosen: cells(texts, segments, ({ chosen }) => chosen),
    rival: cells(texts, segments, ({ rival }) => rival),
  };
}

interface PlacedText {
  /** Between its start and its end. */
  readonly text: Encoded;
  /** Segments. */
  readonly chosen: readonly number[];
  readonly rival: readonly number[];
}

interface PlacedQuestion {
  readonly text: number;
  readonly chapter: number;
  readonly place: number;
  readonly answer: number;
  /** Whether its answer is in its context. */
  readonly counted: boolean;
}

interface Gathered {
  readonly documents: Documents;
  /** The chapter of each paragraph. */
  readonly chapters: number[];
  readonly texts: PlacedText[];
  readonly questions: PlacedQuestion[];
}

function addChapter(
  { story, texts }: AskedChapter,
  chapter: number,
  { words, longestParagraph, longestBullet, next }: PointingBatchOptions,
  into: Gathered,
): void {
  const places = [...story.keys()].filter((place) => (story[place]?.length ?? 0) > 0);
  const paragraphs = places.map((place) => story[place]?.subarray(0, longestParagraph) ?? new Int32Array(0));
  const answers = texts.map(({ questions }) => Int32Array.from(questions, ({ answer }) => answer));
  const { marked } = markerOf([...texts.map(({ text }) => text), ...answers], paragraphs, words, next);
  const segments = into.documents.add(places, paragraphs.map(marked));
  into.chapters.push(...paragraphs.map(() => chapter));
  const segmentsOf = (of: readonly number[]) => of.flatMap((place) => segments.get(place) ?? []);
  texts.forEach(({ text, questions, chosen, rival }, number) => {
    const inContext = new Set(chosen.flatMap((place) => [...(story[place]?.subarray(0, longestParagraph) ?? [])]));
    const own = marked(answers[number] ?? new Int32Array(0));
    questions.forEach(({ place, answer }, k) => {
      if (place >= longestBullet) return;
      const counted = inContext.has(answer);
      into.questions.push({ text: into.texts.length, chapter, place, answer: own[k] ?? 0, counted });
    });
    const inside = Int32Array.from([special.start, ...marked(text.subarray(0, longestBullet)), special.end]);
    into.texts.push({ text: inside, chosen: segmentsOf(chosen), rival: segmentsOf(rival) });
  });
}

/** The chapter of each word that can be pointed at; −1 elsewhere. */
function chaptersOfTokens(story: Values, chapterOfParagraph: readonly number[], isAskable: IsAskable): Value {
  const { shape, data: of } = story["document.of"] as Value;
  const ids = story["document.ids"]?.data ?? [];
  const data = Int32Array.from(of, (segment, at) => {
    return isAskable(Number(ids[at])) ? (chapterOfParagraph[Number(segment) - 1] ?? -1) : -1;
  });
  return { shape, data };
}

/** A text begins with its start: the step at a word's own place is the one before it, and two on is the one after it. */
function questionValues(questions: readonly PlacedQuestion[], laid: Values): Values {
  const [first, ids] = [laid["bullet.first"] as Value, laid["bullet.ids"] as Value];
  const rows = ids.shape[1] ?? 1;
  const step = ({ text, place }: PlacedQuestion) => Number(first.data[text]) + place * rows;
  return {
    "question.bullet": integers(questions.map(({ text }) => text)),
    "question.chapter": integers(questions.map(({ chapter }) => chapter)),
    "question.answer": integers(questions.map(({ answer }) => answer)),
    "question.before": integers(questions.map(step)),
    "question.after": integers(questions.map((question) => step(question) + 2 * rows)),
    "question.counted": {
      shape: [questions.length],
      data: Float32Array.from(questions, ({ counted }) => Number(counted)),
    },
  };
}

function cells(texts: readonly PlacedText[], segments: number, of: (text: PlacedText) => readonly number[]): Value {
  const data = new Float32Array(texts.length * segments);
  for (const [number, text] of texts.entries()) for (const segment of of(text)) data[number * segments + segment] = 1;
  return { shape: [texts.length, segments], data };
}

function integers(numbers: readonly number[]): Value {
  return { shape: [numbers.length], data: Int32Array.from(numbers) };
}
