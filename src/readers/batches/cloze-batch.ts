import { inRows } from "../../nn/layers/sequences.ts";
import type { Values } from "../../nn/values.ts";
import { type CandidateSet, candidateSets } from "../../tasks/options.ts";
import type { ClozeExample, Encoded } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";
import { marks, Pages, padded } from "./documents.ts";
import { floats, InputGroup, integers } from "./input-group.ts";
import { markerOf } from "./markers.ts";
import { type BatchOptions, paragraphsRead, type Unit } from "./units.ts";

/** Options of a question in one candidate set; a question with fewer leaves places empty. */
export const optionCount = 10;

const choices = candidateSets.length * optionCount;
const rows = ["question.T", "question.R"];

/** Questions in rows; where each has its mask; its candidates of both sets, and which of them count. */
export const questionInputs = new InputGroup("question", {
  ids: integers(...rows),
  present: floats(...rows, 1),
  mask: integers("questions"),
  candidates: integers("questions", choices),
  offered: floats("questions", choices),
});

/** Questions chapter by chapter: which they are, where each is among them, and the segments it may see. */
export const askedInputs = new InputGroup("asked", {
  question: integers("chapters", "asked"),
  place: integers("questions"),
  seen: floats("chapters", "asked", "segments"),
});

/** A unit and the questions of it that are asked now. */
export interface AskedUnit extends Unit {
  readonly asked: readonly ClozeExample[];
}

interface ClozeBatchOptions extends BatchOptions {
  /** The candidate sets that count. */
  readonly sets: readonly CandidateSet[];
}

/** The values of one batch: paragraphs once each, questions, candidates of both sets side by side. */
export function clozeBatch(units: readonly AskedUnit[], options: ClozeBatchOptions): Values {
  const gathered: Gathered = { pages: new Pages(), questions: [], seen: [], candidates: [] };
  for (const unit of units) addUnit(unit, options, gathered);
  const { pages, questions, seen, candidates } = gathered;
  const texts = questions.map(({ text }) => text);
  const { ids, present, first } = inRows(texts, { steps: options.fixed ? options.longestBullet : undefined });
  const mask = Int32Array.from(questions, (question, k) => first.data[k]! + question.mask * ids.shape[1]!);
  return {
    ...pages.values(options.fixed ? options.longestParagraph : undefined),
    ...askedValues(seen, pages.segments),
    ...questionInputs.values({
      ids,
      present,
      mask: { shape: [questions.length], data: mask },
      ...candidateValues(candidates, options.sets, options.words),
    }),
  };
}

interface Gathered {
  readonly pages: Pages;
  readonly questions: Windowed[];
  /** For each chapter, for each of its questions, the segments it may see. */
  readonly seen: number[][][];
  /** For each question the candidates of the first set, then of the second, as many places each. */
  readonly candidates: Encoded[];
}

function addUnit(unit: AskedUnit, options: BatchOptions, into: Gathered): void {
  const { asked, contexts } = unit;
  const { words, longestBullet, next } = options;
  const bullets = asked.map(({ paragraph }) => paragraph);
  const { places, paragraphs } = paragraphsRead(unit, bullets, options);
  const texts = asked.flatMap(({ text, options: { story, hard } }) => [text, story, hard]);
  const { marked } = markerOf(texts, paragraphs, words, next);
  const segments = into.pages.add(places, paragraphs.map(marked));
  into.seen.push(
    asked.map(({ paragraph }) => (contexts[paragraph] ?? []).flatMap((place) => segments.get(place) ?? [])),
  );
  for (const { text, mask, options: sets } of asked) {
    into.questions.push(windowed(marked(text), mask, longestBullet));
    into.candidates.push(bothSets(candidateSets.map((set) => marked(sets[set]))));
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
    place: { shape: [place.length], data: Int32Array.from(place) },
    seen: { shape: [seen.length, width, segments], data: marks(filled, segments) },
  });
}

interface Windowed {
  readonly text: Encoded;
  readonly mask: number;
}

/** A long text is cut to what surrounds its mask. */
function windowed(text: Encoded, mask: number, longest: number): Windowed {
  const from = Math.max(0, Math.min(mask - (longest >> 1), text.length - longest));
  return { text: text.subarray(from, from + longest), mask: mask - from };
}

const nobody = -1;

function bothSets(sets: readonly Encoded[]): Encoded {
  const all = new Int32Array(sets.length * optionCount).fill(nobody);
  sets.forEach((set, k) => void all.set(set.subarray(0, optionCount), k * optionCount));
  return all;
}

function candidateValues(candidates: readonly Encoded[], sets: readonly CandidateSet[], words: WordList) {
  const ids = new Int32Array(candidates.length * choices);
  const offered = new Float32Array(ids.length);
  candidates.forEach((own, question) => {
    own.forEach((token, place) => {
      ids[question * choices + place] = token === nobody ? words.firstMarker : token;
      const set = candidateSets[Math.floor(place / optionCount)];
      offered[question * choices + place] = Number(token !== nobody && set !== undefined && sets.includes(set));
    });
  });
  const shape = [candidates.length, choices];
  return { candidates: { shape, data: ids }, offered: { shape, data: offered } };
}
