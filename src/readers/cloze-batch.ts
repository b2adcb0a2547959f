import { packed, type Value, type Values } from "../nn/index.ts";
import type { Random } from "../random.ts";
import { type CandidateSet, candidateSets } from "../tasks/options.ts";
import { Documents } from "./documents.ts";
import type { ClozeExample, Encoded } from "./examples.ts";
import { markerOf } from "./markers.ts";
import { paragraphsRead, type Unit } from "./units.ts";
import type { WordList } from "./words.ts";

/** Options of a question in one candidate set; a question with fewer leaves places empty. */
export const optionCount = 10;

/** A unit and the questions of it that are asked now. */
export interface AskedUnit extends Unit {
  readonly asked: readonly ClozeExample[];
}

export interface BatchOptions {
  readonly words: WordList;
  readonly longestParagraph: number;
  readonly longestBullet: number;
  /** Story tokens of a chapter, at most. */
  readonly tokens: number;
  /** Rows are all as long as the longest paragraph and bullet may be: a graphics card compiles each length anew. */
  readonly fixed: boolean;
  /** The candidate sets that count. */
  readonly sets: readonly CandidateSet[];
  readonly next: Random;
}

/** The values of one batch: paragraphs once each, questions, candidates of both sets side by side. */
export function clozeBatch(units: readonly AskedUnit[], options: BatchOptions): Values {
  const documents = new Documents();
  const [questions, seen, candidates]: [Windowed[], number[][], Encoded[]] = [[], [], []];
  for (const unit of units) addUnit(unit, options, { documents, questions, seen, candidates });
  const laid = packed(
    "question",
    questions.map(({ text }) => text),
    options.fixed ? { steps: options.longestBullet } : {},
  );
  return {
    ...documents.values(seen, options.fixed ? options.longestParagraph : undefined),
    "question.ids": laid["question.ids"] as Value,
    "question.present": laid["question.present"] as Value,
    "question.mask": { shape: [questions.length], data: maskPlaces(laid, questions) },
    ...candidateValues(candidates, options.sets, options.words),
  };
}

interface Gathered {
  readonly documents: Documents;
  readonly questions: Windowed[];
  readonly seen: number[][];
  /** For each question the candidates of the first set, then of the second, as many places each. */
  readonly candidates: Encoded[];
}

function addUnit(unit: AskedUnit, options: BatchOptions, into: Gathered): void {
  const { asked, chapter, contexts } = unit;
  const { words, longestParagraph, longestBullet, next } = options;
  const bullets = asked.map(({ paragraph }) => paragraph);
  const places = paragraphsRead(unit, bullets, options);
  const paragraphs = places.map((place) => chapter.story[place]?.subarray(0, longestParagraph) ?? new Int32Array(0));
  const texts = asked.flatMap(({ text, options: { story, hard } }) => [text, story, hard]);
  const { marked } = markerOf(texts, paragraphs, words, next);
  const segments = into.documents.add(places, paragraphs.map(marked));
  for (const { paragraph, text, mask, options: sets } of asked) {
    into.questions.push(windowed(marked(text), mask, longestBullet));
    into.seen.push((contexts[paragraph] ?? []).flatMap((place) => segments.get(place) ?? []));
    into.candidates.push(sideBySide(candidateSets.map((set) => marked(sets[set]))));
  }
}

interface Windowed {
  readonly text: Encoded;
  readonly mask: number;
}

/** A long text is cut to what stands around its mask. */
function windowed(text: Encoded, mask: number, longest: number): Windowed {
  const from = Math.max(0, Math.min(mask - (longest >> 1), text.length - longest));
  return { text: text.subarray(from, from + longest), mask: mask - from };
}

const nobody = -1;

function sideBySide(sets: readonly Encoded[]): Encoded {
  const all = new Int32Array(sets.length * optionCount).fill(nobody);
  sets.forEach((set, k) => void all.set(set.subarray(0, optionCount), k * optionCount));
  return all;
}

function maskPlaces(laid: Values, questions: readonly Windowed[]): Int32Array {
  const [first, ids] = [laid["question.first"] as Value, laid["question.ids"] as Value];
  const rows = ids.shape[1] ?? 1;
  return Int32Array.from(questions, ({ mask }, k) => (first.data[k] ?? 0) + mask * rows);
}

function candidateValues(candidates: readonly Encoded[], sets: readonly CandidateSet[], words: WordList): Values {
  const width = candidateSets.length * optionCount;
  const ids = new Int32Array(candidates.length * width);
  const offered = new Float32Array(ids.length);
  candidates.forEach((own, question) => {
    own.forEach((token, place) => {
      ids[question * width + place] = token === nobody ? words.firstMarker : token;
      const set = candidateSets[Math.floor(place / optionCount)];
      offered[question * width + place] = Number(token !== nobody && set !== undefined && sets.includes(set));
    });
  });
  const shape = [candidates.length, width];
  return { candidates: { shape, data: ids }, offered: { shape, data: offered } };
}
