import { logistic } from "@plotline/base";
import { heaviestChain } from "../chain.ts";
import { expectedF } from "../choose.ts";
import { pathLikelihoods } from "../learned/likelihoods.ts";
import { noPins } from "../method.ts";
import { logPartition } from "../posterior.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";
import { leastGain, leastPromise } from "./constants.ts";

/** Rows of a matrix in another order: the row that comes first, second … */
export type Sequence = readonly number[];

/** How a guide runs: with the story, with some points elsewhere, halves exchanged, backwards, or in no order. */
export type OrderKind = "kept" | "some moved" | "swapped" | "reversed" | "mixed";

export interface TriedOrder {
  readonly kind: OrderKind;
  readonly sequence: Sequence;
  /** The log-odds with the rows as they were given. */
  readonly odds: Matrix;
}

/** What the network that knows the order says of an order, and how that is added up with what the points say for themselves. */
export interface InOrder {
  readonly ordered: (sequence: Sequence) => Matrix;
  readonly addedUp: (ordered: Matrix, kind: OrderKind) => Matrix;
}

/**
 * Whether the points come in the story's order, and if not, in which. Where each point belongs is seen from what it says
 * whatever its place; orders in which the paths through the story weigh clearly more than in the guide's own are tried, and
 * the one is taken that gains most, in the expected F of its links and in the weight of its paths, if it gains enough.
 */
export function findOrder(single: Matrix, inOrder: InOrder): TriedOrder {
  const asGiven = [...Array(single.rows).keys()];
  const kept = alignedIn(asGiven, "kept", inOrder);
  const tried = promising(candidates(placesOf(single)), single);
  if (tried.length === 0) return kept;
  const own = worth(kept.odds);
  let best = kept;
  let most = 0;
  for (const { kind, sequence, promise } of tried) {
    const gainOf = (found: Tried) =>
      worth(found.odds) - own + leastGain.byPaths * promise - leastFor(kind, found.sequence);
    const first = alignedIn(sequence, kind, inOrder);
    const found = kind === "mixed" && gainOf(first) > -closeBehind ? sortedAgain(first, inOrder) : first;
    const gained = gainOf(found);
    if (gained > most) [best, most] = [found, gained];
  }
  const { kind, ordered, sequence } = best;
  return kind === "mixed" ? { kind, sequence, odds: inOrder.addedUp(ordered, kind) } : best;
}

/** The expected F of the links that would be chosen. */
function worth(odds: Matrix): number {
  return expectedF(pathLikelihoods(odds, noPins));
}

function leastFor(kind: OrderKind, sequence: Sequence): number {
  const rows = sequence.length;
  if (kind === "some moved") return leastGain.someMoved + (leastGain.eachMoved * stepsBack(sequence)) / rows;
  return leastGain.order + (kind === "mixed" ? leastGain.mixed : 0) + leastGain.ofFew / rows;
}

/** How often a row comes right after a later one. */
export function stepsBack(sequence: Sequence): number {
  return sequence.filter((row, k) => k > 0 && row < sequence[k - 1]!).length;
}

interface Tried extends TriedOrder {
  readonly ordered: Matrix;
}

/** Orders are compared as if each were the guide's own. */
function alignedIn(sequence: Sequence, kind: OrderKind, inOrder: InOrder): Tried {
  const ordered = inOrder.ordered(sequence);
  return { kind, sequence, ordered, odds: inOrder.addedUp(ordered, "kept") };
}

interface Candidate {
  readonly kind: Exclude<OrderKind, "kept">;
  readonly sequence: Sequence;
}

/** The orders in which the paths through the story weigh clearly more: aligning a guide in an order is expensive, this is not. */
function promising(orders: readonly Candidate[], single: Matrix): (Candidate & { readonly promise: number })[] {
  if (orders.length === 0) return [];
  const prices = { temperature: 1, skipSummary: 1, skipStory: 0 };
  const own = logPartition(single, prices);
  return orders.flatMap((order) => {
    const promise = (logPartition(inSequence(single, order.sequence), prices) - own) / single.rows;
    return promise > leastPromise ? [{ ...order, promise }] : [];
  });
}

/** An order that is further behind the guide's own is not improved any more. */
const closeBehind = 0.05;

/** Sorting by places is done again with the places that the sorted guide gives. */
function sortedAgain(first: Tried, inOrder: InOrder): Tried {
  const again = sortedBy(placesOf(first.odds));
  return again.every((row, k) => row === first.sequence[k]) ? first : alignedIn(again, first.kind, inOrder);
}

/** Where each point probably belongs, and how much that is worth. */
interface Places {
  readonly middles: Float64Array;
  readonly weights: Float64Array;
}

function placesOf({ rows, columns, values }: Matrix): Places {
  const middles = new Float64Array(rows);
  const weights = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let [sum, total, most] = [0, 0, 0];
    for (let column = 0; column < columns; column++) {
      const likely = logistic(values[row * columns + column]!);
      sum += likely * likely * column;
      total += likely * likely;
      if (likely > most) most = likely;
    }
    middles[row] = total > 0 ? sum / total : columns / 2;
    weights[row] = most;
  }
  return { middles, weights };
}

function sortedBy({ middles }: Places): Sequence {
  return [...middles.keys()].sort((a, b) => middles[a]! - middles[b]! || a - b);
}

function candidates(places: Places): Candidate[] {
  const rows = places.middles.length;
  if (rows < 2) return [];
  const own = [...Array(rows).keys()];
  const moved = rows > 3 ? withMoved(places) : undefined;
  return [
    { kind: "reversed", sequence: own.toReversed() },
    ...(rows > 3 ? [{ kind: "swapped", sequence: bestRotation(places) } as const] : []),
    ...(moved === undefined ? [] : [{ kind: "some moved", sequence: moved } as const]),
    { kind: "mixed", sequence: sortedBy(places) },
  ];
}

/** The halves exchanged at the place where τ gains most: every pair across the cut changes its order. */
function bestRotation({ middles, weights }: Places): Sequence {
  const rows = middles.length;
  let [across, least, cut] = [0, 0, 0];
  for (let k = 1; k < rows; k++) {
    const moving = k - 1;
    for (let other = 0; other < rows; other++) {
      if (other === moving) continue;
      const sign = Math.sign(middles[Math.max(other, moving)]! - middles[Math.min(other, moving)]!);
      across += (other < moving ? -1 : 1) * sign * weights[moving]! * weights[other]!;
    }
    if (across < least) [least, cut] = [across, k];
  }
  return [...Array(rows).keys()].map((k) => (k + cut) % rows);
}

/** A point whose place is this sure may be moved. */
const sureEnough = 0.75;

/** The guide's order, with points that surely belong elsewhere moved there; undefined where there are none. */
function withMoved({ middles, weights }: Places): Sequence | undefined {
  const sure = [...middles.keys()].filter((row) => weights[row]! >= sureEnough);
  const chain = new Set(
    heaviestChain(
      sure,
      (row) => middles[row]!,
      (row) => weights[row]!,
    ),
  );
  const strays = sure.filter((row) => !chain.has(row));
  if (strays.length === 0 || strays.length > sure.length / 3) return undefined;
  const staying = [...middles.keys()].filter((row) => !strays.includes(row));
  for (const row of strays) {
    const after = staying.findLastIndex((other) => chain.has(other) && middles[other]! <= middles[row]!);
    staying.splice(after + 1, 0, row);
  }
  return staying;
}

/** The rows in another order. */
export function inSequence(g: Matrix, sequence: Sequence): Matrix {
  const made = matrix(sequence.length, g.columns, new Float32Array(sequence.length * g.columns));
  sequence.forEach((row, k) => {
    made.values.set(g.values.subarray(row * g.columns, (row + 1) * g.columns), k * g.columns);
  });
  return made;
}

/** The rows of a matrix in some order, where they were before. */
export function outOfSequence(g: Matrix, sequence: Sequence): Matrix {
  return inSequence(
    g,
    [...sequence.keys()].sort((a, b) => sequence[a]! - sequence[b]!),
  );
}
