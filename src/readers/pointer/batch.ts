import type { Values } from "../../nn/values.ts";
import { type Exhibit, featureRow } from "./exhibit.ts";
import { optionCount } from "./model.ts";
import type { Lens } from "./panel.ts";
import { placeColumns } from "./places.ts";
import { bounded, type Scale } from "./scale.ts";

/** Some candidates of an exhibit, by their rows, and which of them is right. */
export interface Lesson {
  readonly exhibit: Exhibit;
  readonly rows: readonly number[];
  readonly answer: number;
}

/** The values that `pointerModel` asks for: some lessons in one go. */
export function batchOf(lessons: readonly Lesson[], lens: Lens): Values {
  const [count, slots] = [lessons.length, lessons.length * optionCount];
  const width = lens.candidates.middles.length;
  const offered = new Float32Array(slots);
  const features = new Float32Array(slots * width);
  lessons.forEach((lesson, question) => {
    offered.fill(1, question * optionCount, question * optionCount + lesson.rows.length);
    writeCandidates(lesson, lens, features, question * optionCount * width);
  });
  return {
    ...placeValues(lessons, lens.places),
    features: { shape: [count, optionCount, width], data: features },
    offered: { shape: [count, optionCount], data: offered },
    answer: { shape: [count], data: Int32Array.from(lessons, ({ answer }) => answer) },
  };
}

/** Each candidate's numbers, and after them how far they are above the best of the others; scaled. */
function writeCandidates({ exhibit, rows }: Lesson, lens: Lens, into: Float32Array, from: number): void {
  const width = lens.candidates.middles.length;
  const own = rows.map((row) => featureRow(exhibit, row));
  contrast(own, lens.compared).forEach((row, k) => {
    for (let column = 0; column < width; column++)
      into[from + k * width + column] = bounded(row[column]!, column, lens.candidates);
  });
}

/**
 * Candidates side by side: after its own numbers each row gets, for every column in `compared`, how far it is above the
 * best of the others (below: negative).
 */
export function contrast(rows: readonly Float32Array[], compared: readonly number[]): Float32Array[] {
  const wide = rows.map((row) => {
    const longer = new Float32Array(row.length + compared.length);
    longer.set(row);
    return longer;
  });
  compared.forEach((column, at) => {
    let [best, second, leader] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    rows.forEach((row, k) => {
      const value = row[column]!;
      if (value > best) [best, second, leader] = [value, best, k];
      else if (value > second) second = value;
    });
    rows.forEach((row, k) => {
      wide[k]![row.length + at] = rows.length > 1 ? row[column]! - (k === leader ? second : best) : 0;
    });
  });
  return wide;
}

function placeValues(lessons: readonly Lesson[], scale: Scale): Values {
  const width = placeColumns.length;
  const counts = new Float32Array(lessons.length * optionCount);
  lessons.forEach(({ exhibit: { starts }, rows }, question) => {
    rows.forEach((row, k) => {
      counts[question * optionCount + k] = starts[row + 1]! - starts[row]!;
    });
  });
  // An empty batch gets one row of padding: the model needs at least one.
  const total = Math.max(
    1,
    counts.reduce((a, b) => a + b, 0),
  );
  const owner = new Int32Array(total).fill(counts.length - 1);
  const places = new Float32Array(total * width);
  let at = 0;
  lessons.forEach(({ exhibit, rows }, question) => {
    rows.forEach((row, k) => {
      for (let place = exhibit.starts[row]!; place < exhibit.starts[row + 1]!; place++, at++) {
        owner[at] = question * optionCount + k;
        for (let column = 0; column < width; column++)
          places[at * width + column] = bounded(exhibit.places[place * width + column]!, column, scale);
      }
    });
  });
  return {
    count: { shape: [lessons.length, optionCount, 1], data: counts },
    places: { shape: [total, width], data: places },
    owner: { shape: [total], data: owner },
  };
}
