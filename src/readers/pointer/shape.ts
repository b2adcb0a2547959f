/** The sizes of a network, by which its parameters are laid out. */
export interface Shape {
  /** Numbers of a candidate, with its contrasts; numbers of a paragraph that names it. */
  readonly features: number;
  readonly places: number;
  /** Buckets of words, how many of them stand beside the gap, and the width of each. */
  readonly buckets: number;
  readonly beside: number;
  readonly embedding: number;
  readonly hidden: number;
  readonly placeHidden: number;
}

export interface Parameter {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
}

/** A candidate's own numbers, what its places say (sum and mean), and the words of the bullet (beside the gap, and all). */
export function inputWidth({ features, placeHidden, embedding, beside }: Shape): number {
  return features + 2 * placeHidden + (beside + 1) * embedding;
}

/** Every parameter in the order of the data file; a bias has one row. */
export function parametersOf(shape: Shape): Parameter[] {
  const { places, placeHidden, hidden, buckets, embedding } = shape;
  const layer = (name: string, rows: number, columns: number) => [
    { name: `${name}.weight`, rows, columns },
    { name: `${name}.bias`, rows: 1, columns },
  ];
  return [
    { name: "words", rows: buckets, columns: embedding },
    ...layer("place", places, placeHidden),
    ...layer("place2", placeHidden, placeHidden),
    ...layer("candidate", inputWidth(shape), hidden),
    ...layer("beside", 2 * hidden, hidden),
    ...layer("score", hidden, 1),
  ];
}
