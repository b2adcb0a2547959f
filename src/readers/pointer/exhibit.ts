import type { ClozeQuestion } from "../../tasks/cloze.ts";
import type { CandidateSet, Protocol } from "../../tasks/options.ts";
import { candidateSets } from "../../tasks/options.ts";
import type { NamedChapter } from "../../tasks/work.ts";
import { attend } from "./attention.ts";
import type { Evidence, Sight } from "./evidence/evidence.ts";
import { featuresOf } from "./features.ts";
import { placeColumns, placesOf } from "./places.ts";
import type { Asked } from "./question.ts";
import type { WorkReading } from "./reading.ts";

/** Everything that is known of a question's candidates, as numbers; those that the bullet names are left out. */
export interface Exhibit {
  readonly question: ClozeQuestion;
  /** The candidates of both sets, each once. */
  readonly entities: readonly number[];
  /** The same count of numbers for each candidate, one after the other. */
  readonly features: Float32Array;
  /** The places of candidate k are the rows of `placeColumns.length` numbers from `starts[k]` to before `starts[k + 1]`. */
  readonly places: Float32Array;
  readonly starts: Int32Array;
}

export function featureRow({ entities, features }: Exhibit, candidate: number): Float32Array {
  const width = features.length / entities.length;
  return features.subarray(candidate * width, (candidate + 1) * width);
}

export function placeRows({ places, starts }: Exhibit, candidate: number): Float32Array[] {
  const width = placeColumns.length;
  const [from, to] = [starts[candidate]!, starts[candidate + 1]!];
  return Array.from({ length: to - from }, (_, k) => places.subarray((from + k) * width, (from + k + 1) * width));
}

/** Prepares a chapter as a protocol allows, and then shows question after question. */
export function exhibitor(
  chapter: NamedChapter,
  questions: readonly ClozeQuestion[],
  protocol: Protocol,
  reading: WorkReading,
  evidence: readonly Evidence[],
): (asked: Asked) => Exhibit {
  const look = attend(chapter, questions, protocol);
  return (asked) => {
    const { question } = asked;
    const sight: Sight = { asked, attention: look(question.paragraph), reading };
    const entities = freeCandidates(question);
    const places = entities.map(placesOf(sight));
    const starts = [0];
    for (const own of places) starts.push(starts.at(-1)! + own.length);
    return {
      question,
      entities,
      features: flat(featuresOf(evidence, sight, entities)),
      places: flat(places.flat()),
      starts: Int32Array.from(starts),
    };
  };
}

/** The rows of an exhibit that are options of a set; -1 for an option that the bullet itself names. */
export function rowsOf({ question, entities }: Exhibit, set: CandidateSet): number[] {
  return question.options[set].entities.map((entity) => entities.indexOf(entity));
}

/** What a bullet names elsewhere is not what its gap hides: all mentions of the answer are masked. */
export function freeCandidates({ options, named }: ClozeQuestion): number[] {
  const others = new Set(named);
  const all = candidateSets.flatMap((set) => options[set].entities);
  return [...new Set(all)].filter((entity) => !others.has(entity));
}

function flat(rows: readonly Float32Array[]): Float32Array {
  const width = rows[0]?.length ?? 0;
  const all = new Float32Array(rows.length * width);
  rows.forEach((row, k) => {
    all.set(row, k * width);
  });
  return all;
}
