import { contrast } from "./contrast.ts";
import { type Exhibit, featureRow, placeRows } from "./exhibit.ts";
import type { Case } from "./network.ts";
import { type Scale, scaled } from "./scale.ts";

/** How exhibits become what a network reads. */
export interface Lens {
  /** The columns that are set side by side. */
  readonly compared: readonly number[];
  readonly candidates: Scale;
  readonly places: Scale;
}

/** Some candidates of an exhibit, by their rows, side by side. */
export function caseOf(exhibit: Exhibit, rows: readonly number[], lens: Lens): Case {
  const own = rows.map((row) => featureRow(exhibit, row));
  return {
    candidates: contrast(own, lens.compared).map((row) => scaled(row, lens.candidates)),
    places: rows.map((row) => placeRows(exhibit, row).map((place) => scaled(place, lens.places))),
  };
}
