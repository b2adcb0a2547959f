// Made from assembly/kernel.ts, which says what each loop does, by scripts/kernel.mjs.
declare const code: string;
/** WebAssembly in base64. */
export default code;

export interface Loops {
  product(weights: number, b: number, out: number, rows: number, inner: number, columns: number): void;
  spread(from: number, rows: number, columns: number, to: number, line: number): void;
  filter(from: number, line: number, taps: number, height: number, width: number, out: number, columns: number): void;
  rectifiedSum(cells: number, ofRow: number, forEachRow: boolean, ofColumn: number, onto: number, slope: number, out: number, planes: number, rows: number, columns: number): void;
  largestOfRows(cells: number, rows: number, columns: number, out: number): void;
  largestOfColumns(cells: number, rows: number, columns: number, out: number): void;
  cosines(ours: number, ourFactors: number, theirs: number, theirFactors: number, size: number, count: number, out: number): void;
  rescale(values: number, count: number, middle: number, factor: number, furthest: number): void;
  transpose(from: number, line: number, step: number, to: number, toLine: number, toStep: number, blocks: number): void;
  largest(columns: number, terms: number, starts: number, lists: number, out: number): void;
  weightedSums(columns: number, terms: number, weights: number, starts: number, lists: number, out: number): void;
  raise(best: number, row: number, count: number): void;
  addRow(sums: number, row: number, weight: number, count: number): void;
  widen(bytes: number, count: number, out: number): void;
  interleave(table: number, size: number, numbers: number, count: number, out: number): void;
  vectorSums(table: number, size: number, numbers: number, weights: number, starts: number, lists: number, out: number): void;
  addShares(terms: number, units: number, starts: number, paragraphs: number, shares: number, sums: number): void;
  timesSums(terms: number, units: number, starts: number, paragraphs: number, sums: number, out: number): void;
  sweep(weights: number, down: number, right: number, height: number, width: number, skipRow: number, skipColumn: number, isOpen: boolean, columns: number, ways: number, exponents: number): void;
  exponentials(scores: number, count: number, factor: number, most: number): void;
  passing(weights: number, line: number, ways: number, exponents: number, waysOn: number, exponentsOn: number, height: number, width: number, total: number, totalExponent: number, out: number): void;
}
