import type { Values } from "../../nn/index.ts";
import { optionCount } from "./model.ts";
import { type Case, wordWeights } from "./network.ts";
import type { Shape } from "./shape.ts";
import { nearest } from "./words.ts";

/** A case with the number of the right candidate. */
export interface Lesson {
  readonly given: Case;
  readonly answer: number;
}

/** The values that `pointerModel` asks for. */
export function batchOf(lessons: readonly Lesson[], { features, places, beside }: Shape): Values {
  const count = lessons.length;
  const rows = lessons.flatMap(({ given }, question) =>
    given.places.flatMap((own, k) => own.map((place) => ({ place, owner: question * optionCount + k }))),
  );
  const own = new Float32Array(count * optionCount * features);
  const offered = new Float32Array(count * optionCount);
  const counts = new Float32Array(count * optionCount);
  const words = new Int32Array(count * (beside + nearest));
  const weights = new Float32Array(words.length);
  lessons.forEach(({ given }, question) => {
    given.candidates.forEach((row, k) => {
      const at = question * optionCount + k;
      own.set(row, at * features);
      offered[at] = 1;
      counts[at] = given.places[k]?.length ?? 0;
    });
    words.set(given.words, question * (beside + nearest));
    weights.set(wordWeights(given.words), question * (beside + nearest));
  });
  // A batch without a place has one that belongs to nobody's sums: a row of zeros would still add its bias.
  const placed = rows.length > 0 ? rows : [{ place: new Float32Array(places), owner: count * optionCount - 1 }];
  const placeValues = new Float32Array(placed.length * places);
  placed.forEach(({ place }, k) => {
    placeValues.set(place, k * places);
  });
  return {
    features: { shape: [count, optionCount, features], data: own },
    offered: { shape: [count, optionCount], data: offered },
    count: { shape: [count, optionCount, 1], data: counts },
    places: { shape: [placed.length, places], data: placeValues },
    owner: { shape: [placed.length], data: Int32Array.from(placed, ({ owner }) => owner) },
    words: { shape: [count, beside + nearest], data: words },
    wordWeights: { shape: [count, beside + nearest, 1], data: weights },
    answer: { shape: [count], data: Int32Array.from(lessons, ({ answer }) => answer) },
  };
}
