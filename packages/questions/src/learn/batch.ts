import type { Random } from "@plotline/base";
import { inRows, type PackedRows, type Value, type Values } from "@plotline/nn";
import { counting, marks, storyOf } from "../readers/batches/documents.ts";
import { floats, inputGroup, integers, listed } from "../readers/batches/input-group.ts";
import { markerOf } from "../readers/batches/markers.ts";
import type { Encoded } from "../readers/encoding/examples.ts";
import { special, type WordList } from "../readers/encoding/words.ts";
import type { ModelSettings } from "../readers/settings.ts";

const storyRows = ["document.T", "document.R"];
const pointRows = ["bullet.T", "bullet.R"];

/** The paragraphs of all chapters; `chapter` is that of a word that can be pointed at, and −1 elsewhere. */
export const documentInputs = inputGroup("document", {
  ids: integers(...storyRows),
  present: floats(...storyRows, 1),
  of: integers(...storyRows),
  chapter: integers(...storyRows),
  numbers: integers("segments"),
});

export const pointInputs = inputGroup("bullet", {
  ids: integers(...pointRows),
  present: floats(...pointRows, 1),
  numbers: integers("bullets"),
  chosen: floats("bullets", "segments"),
  rival: floats("bullets", "segments"),
});

export const questionInputs = inputGroup("question", {
  point: integers("questions"),
  chapter: integers("questions"),
  answer: integers("questions"),
  before: integers("questions"),
  after: integers("questions"),
  counted: floats("questions"),
});

/** A word of a point that is asked for, and its position. */
export interface WordQuestion {
  readonly place: number;
  readonly answer: number;
}

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
  /** Whether a token can be asked for and pointed at: names (or their markers), and words that are not stop words. */
  readonly isAskable: (token: number) => boolean;
  readonly next: Random;
}

/** The values of one batch for the pointing reader. Texts are numbered throughout; questions follow their texts. */
export function pointingBatch(chapters: readonly AskedChapter[], options: PointingBatchOptions): Values {
  const gathered: Gathered = { paragraphs: [], chapters: [], texts: [], questions: [] };
  for (const [number, chapter] of chapters.entries()) addChapter(chapter, number, options, gathered);
  const { paragraphs, texts, questions } = gathered;
  const segments = paragraphs.length + 1;
  const points = inRows(texts.map(({ text }) => text));
  const cells = (of: (text: PlacedText) => readonly number[]): Value => ({
    shape: [texts.length, segments],
    data: marks(texts.map(of), segments),
  });
  return {
    ...storyValues(gathered, options),
    ...pointInputs.values({
      ids: points.ids,
      present: points.present,
      numbers: counting(texts.length),
      chosen: cells(({ chosen }) => chosen),
      rival: cells(({ rival }) => rival),
    }),
    ...questionValues(questions, points),
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
  readonly paragraphs: Encoded[];
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
  const segments = new Map(places.map((place, k) => [place, into.paragraphs.length + k + 1]));
  into.paragraphs.push(...paragraphs.map(marked));
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

function storyValues({ paragraphs, chapters }: Gathered, { isAskable }: PointingBatchOptions): Values {
  const { ids, present, owner } = inRows(storyOf(paragraphs));
  const of = Int32Array.from(owner.data, (paragraph, at) => (present.data[at] === 1 ? paragraph + 1 : 0));
  const chapter = of.map((segment, at) => (isAskable(ids.data[at]!) ? (chapters[segment - 1] ?? -1) : -1));
  return documentInputs.values({
    ids,
    present,
    of: { shape: ids.shape, data: of },
    chapter: { shape: ids.shape, data: chapter },
    numbers: counting(paragraphs.length + 1),
  });
}

/** A text begins with its start: the step at a word's own place is the one before it, and two on is the one after it. */
function questionValues(questions: readonly PlacedQuestion[], { first, ids }: PackedRows): Values {
  const rows = ids.shape[1]!;
  const step = ({ text, place }: PlacedQuestion) => first.data[text]! + place * rows;
  return questionInputs.values({
    point: listed(questions.map(({ text }) => text)),
    chapter: listed(questions.map(({ chapter }) => chapter)),
    answer: listed(questions.map(({ answer }) => answer)),
    before: listed(questions.map(step)),
    after: listed(questions.map((question) => step(question) + 2 * rows)),
    counted: { shape: [questions.length], data: Float32Array.from(questions, ({ counted }) => Number(counted)) },
  });
}
