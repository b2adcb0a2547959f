/** What the model of a guide's way through a book depends on; docs/guides.md says how it was chosen. */
export interface AlongSettings {
  /** What a unit of BM25 with a whole part, and with its best passage, counts as a logarithm. */
  readonly wholeWeight: number;
  readonly passageWeight: number;
  /** The share of points that are from anywhere in the book. */
  readonly stray: number;
  /** How many moves to another part there are, for each part (where there are more points than parts). */
  readonly moves: number;
  /** A part with many points is passed in up to this many stages, and left before the last with this probability. */
  readonly stages: number;
  readonly early: number;
  /** How likely each further part is left out, when the guide moves on. */
  readonly skip: number;
  /** The same before the first point. */
  readonly late: number;
}

export const alongDefaults: AlongSettings = {
  wholeWeight: 0.3,
  passageWeight: 0.2,
  stray: 0.04,
  moves: 0.8,
  stages: 3,
  early: 0.1,
  skip: 0.3,
  late: 0.5,
};
