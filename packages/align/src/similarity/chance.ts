import { random } from "@plotline/base";
import { type Matrix, matrix } from "./matrix.ts";
import type { Similarity } from "./similarity.ts";

export interface ChanceOptions {
  readonly seed: number | string;
}

const chanceDefaults: ChanceOptions = { seed: 1 };

/** Scores drawn evenly from [0, 1), the paper's random g: the same for the same seed, work and chapter number. */
export function chance(choice: Partial<ChanceOptions> = {}): Similarity<Matrix> {
  const options = { ...chanceDefaults, ...choice };
  return {
    name: "random",
    options: { ...options },
    prepare: () => (passages) => {
      const { summary, story, work = "", number = 0 } = passages;
      const next = random(options.seed, work, number);
      const values = new Float64Array(summary.length * story.length);
      for (let cell = 0; cell < values.length; cell++) values[cell] = next();
      return matrix(summary.length, story.length, values);
    },
  };
}
