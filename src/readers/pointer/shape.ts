/** The sizes of a network, by which its parameters are laid out. */
export interface Shape {
  /** Numbers of a candidate, with its contrasts; numbers of a paragraph that names it. */
  readonly features: number;
  readonly places: number;
  readonly hidden: number;
  readonly placeHidden: number;
}

export interface Parameter {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
}

/** A candidate's own numbers, and what its places say (sum and mean). */
export function inputWidth({ features, placeHidden }: Shape): number {
  return features + 2 * placeHidden;
}

/** Every parameter in the order of the data file; a bias has one row. */
export function parametersOf(shape: Shape): Parameter[] {
  const { places, placeHidden, hidden } = shape;
  const layer = (name: string, rows: number, columns: number) => [
    { name: `${name}.weight`, rows, columns },
    { name: `${name}.bias`, rows: 1, columns },
  ];
  return [
    ...layer("place", places, placeHidden),
    ...layer("place2", placeHidden, placeHidden),
    ...layer("candidate", inputWidth(shape), hidden),
    ...layer("beside", 2 * hidden, hidden),
    ...layer("score", hidden, 1),
  ];
}
