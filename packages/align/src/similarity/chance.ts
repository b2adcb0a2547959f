import { random } from "@plotline/base";
import { type Matrix, matrix, type Similarity } from "./similarity.ts";

/** Scores drawn evenly from [0, 1), the paper's random g: the same for the same seed, work and chapter number. */
export function chance({ seed = 1 }: { readonly seed?: number | string } = {}): Similarity<Matrix> {
  return {
    name: "random",
    prepare:
      () =>
      ({ summary, story, work = "", number = 0 }) => {
        const next = random(seed, work, number);
        const values = new Float64Array(summary.length * story.length);
        for (let cell = 0; cell < values.length; cell++) values[cell] = next();
        return matrix(summary.length, story.length, values);
      },
  };
}
