import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Similarity } from "../../similarity/similarity.ts";
import { chapterFeatures } from "./features.ts";
import { type Model, oddsScorer } from "./model.ts";
import { chapterReader } from "./reading.ts";

/** How likely each cell is a link, as log-odds: ln(p / (1 − p)). */
export function learned(model: Model, options: Readonly<Record<string, unknown>> = {}): Similarity<Matrix> {
  return {
    name: "learned",
    options,
    prepare({ reader } = {}) {
      const read = chapterReader(reader);
      const odds = oddsScorer(model);
      return (passages) => {
        if (passages.summary.length === 0 || passages.story.length === 0)
          return matrix(passages.summary.length, passages.story.length);
        return odds(chapterFeatures(read, passages));
      };
    },
  };
}
