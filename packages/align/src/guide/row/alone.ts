import { logistic, once } from "@plotline/base";
import { tableAtOnce } from "@plotline/text/token-table";
import { featureReader } from "../../learned/feature-readers.ts";
import { tiers } from "../../learned/inputs.ts";
import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { rowScorer, unpackRowModel } from "./model.ts";
import rowWeights from "./weights.json" with { type: "json" };

/** How likely each bullet covers each paragraph, regardless of the other bullets. Importing this loads the token table. */
export function likelyAlone(passages: Passages): Matrix {
  const likely = matrix(passages.summary.length, passages.story.length);
  if (likely.values.length === 0) return likely;
  const { read, score } = shipped();
  score(read(passages)(), passages).cells.values.forEach((odds, cell) => {
    likely.values[cell] = logistic(odds);
  });
  return likely;
}

const shipped = once(() => ({
  read: featureReader(tiers.table, { table: tableAtOnce() }),
  score: rowScorer(unpackRowModel(rowWeights)),
}));
