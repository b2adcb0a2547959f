import { random } from "@plotline/base";
import { expect, test } from "vitest";
import { story, summary } from "../testing/anna.ts";
import { company, type Plane, type Weighed, weigh } from "./planes.ts";
import { chapterReader } from "./reading.ts";

/** The definition, paragraph by paragraph. */
function plainly({ rows, columns, terms, story, storyUnits }: Weighed, likely: Plane): Float32Array {
  const vectors = Array.from({ length: columns }, (_, column) => {
    const vector = new Float64Array(terms);
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) vector[story.terms[k]!] = storyUnits[k]!;
    return vector;
  });
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  const made = Array.from({ length: rows }, (_, row) => {
    const own = likely.subarray(row * columns, (row + 1) * columns);
    const total = own.reduce((sum, value) => sum + value, 0);
    const shares = Array.from(own, (value) => (total > 0 && value >= total / 1000 ? value / total : 0));
    const sum = new Float64Array(terms).map((_, term) =>
      vectors.reduce((all, vector, column) => all + shares[column]! * vector[term]!, 0),
    );
    const length = Math.sqrt(dot(sum, sum));
    return vectors.map((vector, column) =>
      length === 0 ? 0 : (dot(vector, sum) - shares[column]! * dot(vector, vector)) / length,
    );
  });
  return Float32Array.from(made.flat());
}

test("a paragraph is compared with the others where its point probably belongs", () => {
  const [points, paragraphs] = [
    [...summary, "", ...summary],
    [...story, "", "!"],
  ];
  const weighed = weigh(chapterReader()({ summary: points, story: paragraphs }));
  const next = random("company", 1);
  const likely = Float32Array.from({ length: weighed.rows * weighed.columns }, () => Math.max(0, next() - 0.5) ** 4);
  likely.fill(0, 0, weighed.columns);
  const found = company(weighed, likely);
  plainly(weighed, likely).forEach((value, cell) => void expect(found[cell]).toBeCloseTo(value, 5));
  expect(found.some((value) => value > 0.1)).toBe(true);
});
