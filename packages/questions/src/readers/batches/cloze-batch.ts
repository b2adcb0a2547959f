import { distinctWords, inRows, type Values } from "@plotline/nn";
import type { ClozeExample, Encoded } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";
import { marks, Pages, padded } from "./documents.ts";
import { floats, inputGroup, integers, listed } from "./input-group.ts";
import { markerOf } from "./markers.ts";
import { type BatchOptions, paragraphsRead, type Unit } from "./units.ts";

/** Options of a question; one with fewer leaves places empty. */
export const optionCount = 10;

const rows = ["question.T", "question.R"];

/** Questions in rows; where each has its mask; its candidates, and which of them count. */
export const questionInputs = inputGroup("question", {
  words: integers("question.U"),
  at: integers(...rows),
  present: floats(...rows, 1),
  mask: integers("questions"),
  candidates: integers("questions", optionCount),
  offered: floats("questions", optionCount),
});

/** Questions chapter by chapter: which they are, where each is among them, and the segments it may see. */
export const askedInputs = inputGroup("asked", {
  question: integers("chapters", "asked"),
  place: integers("questions"),
  seen: floats("chapters", "asked", "segments"),
});

/** A unit and the questions of it that are asked now. */
export interface AskedUnit extends Unit {
  readonly asked: readonly ClozeExample[];
}

/** The values of one batch: paragraphs once each, questions, candidates. */
export function clozeBatch(units: readonly AskedUnit[], options: BatchOptions): Values {
  const gathered: Gathered = { pages: new Pages(), texts: [], questions: [], seen: [], candidates: [] };
  for (const unit of units) addUnit(unit, options, gathered);
  const { pages, texts, questions, seen, candidates } = gathered;
  const { ids, present, first } = inRows(texts);
  return {
    ...pages.values(),
    ...askedValues(seen, pages.segments),
    ...questionInputs.values({
      ...distinctWords(ids),
      present,
      mask: listed(questions.map(({ text, mask }) => first.data[text]! + mask * ids.shape[1]!)),
      ...candidateValues(candidates, options.words),
    }),
  };
}

interface Gathered {
  readonly pages: Pages;
  readonly texts: Encoded[];
  /** The place of its text, and of the mask in it. */
  readonly questions: { readonly text: number; readonly mask: number }[];
  /** For each chapter, for each of its questions, the segments it may see. */
  readonly seen: number[][][];
  readonly candidates: Encoded[];
}

function addUnit(unit: AskedUnit, options: BatchOptions, into: Gathered): void {
  const { asked, contexts } = unit;
  const { words, longestBullet, next } = options;
  const points = asked.map(({ paragraph }) => paragraph);
  const read = paragraphsRead(unit, points, options);
  const texts = asked.flatMap(({ text, options }) => [text, options]);
  const { marked } = markerOf(texts, read.paragraphs, words, next);
  const segments = into.pages.add(read.places, read.paragraphs.map(marked));
  into.seen.push(
    asked.map(({ paragraph }) => (contexts[paragraph] ?? []).flatMap((place) => segments.get(place) ?? [])),
  );
  // A question that is asked again with other paragraphs is itself read once.
  const places = new Map<Encoded, number>();
  for (const { text, mask, options } of asked) {
    const shown = windowed(text, mask, longestBullet);
    if (!places.has(text)) places.set(text, into.texts.push(marked(shown.text)) - 1);
    into.questions.push({ text: places.get(text)!, mask: shown.mask });
    into.candidates.push(marked(options));
  }
}

function askedValues(seen: readonly (readonly (readonly number[])[])[], segments: number): Values {
  let first = 0;
  const numbers = seen.map((own) => own.map(() => first++));
  const question = padded(numbers);
  const width = question.shape[1]!;
  const place = numbers.flatMap((own, chapter) => own.map((_, k) => chapter * width + k));
  const filled = seen.flatMap((own) => Array.from({ length: width }, (_, k) => own[k] ?? []));
  return askedInputs.values({
    question,
    place: listed(place),
    seen: { shape: [seen.length, width, segments], data: marks(filled, segments) },
  });
}

interface Windowed {
  readonly text: Encoded;
  readonly mask: number;
}

/** A long text is cut to what surrounds its mask. */
export function windowed(text: Encoded, mask: number, longest: number): Windowed {
  const from = Math.max(0, Math.min(mask - (longest >> 1), text.length - longest));
  return { text: text.subarray(from, from + longest), mask: mask - from };
}

function candidateValues(candidates: readonly Encoded[], words: WordList) {
  const ids = new Int32Array(candidates.length * optionCount).fill(words.firstMarker);
  const offered = new Float32Array(ids.length);
  candidates.forEach((own, question) => {
    ids.set(own.subarray(0, optionCount), question * optionCount);
    offered.fill(1, question * optionCount, question * optionCount + Math.min(own.length, optionCount));
  });
  const shape = [candidates.length, optionCount];
  return { candidates: { shape, data: ids }, offered: { shape, data: offered } };
}
