/**
 * The options of an item are bullets of one chapter, in the story's order. When `index` bullets come before this one,
 * so should about as many of the other options: for each option the log of Σ_j P(option at j) · window(j) · P(as many
 * of the others before j as there should be).
 */
export function orderScores(
  places: readonly Float64Array[],
  window: Float64Array,
  { index, bullets }: { readonly index: number; readonly bullets: number },
): number[] {
  const strips = Math.min(window.length, most);
  const inStrips = places.map((place) => strip(place, strips));
  const wanted = beforeShares(index, bullets, places.length - 1);
  const before = inStrips.map(passed);
  const around = strip(window, strips);
  return inStrips.map((place, option) => {
    let sum = 0;
    for (let j = 0; j < strips; j++) {
      const counts = countShares(before, j, option);
      let fits = 0;
      for (let k = 0; k < wanted.length; k++) fits += wanted[k]! * counts[k]!;
      sum += place[j]! * around[j]! * fits;
    }
    return Math.log(sum + 1e-9);
  });
}

/** The most strips of paragraphs that a chapter is divided into. */
const most = 32;

function strip(shares: Float64Array, strips: number): Float64Array {
  if (strips === shares.length) return shares;
  const sums = new Float64Array(strips);
  for (let j = 0; j < shares.length; j++) sums[Math.floor((j * strips) / shares.length)]! += shares[j]!;
  return sums;
}

/** The probability that an option belongs before each strip; in the same strip, half. */
function passed(place: Float64Array): Float64Array {
  let sum = 0;
  return place.map((share) => {
    const before = sum + share / 2;
    sum += share;
    return before;
  });
}

/** The distribution of how many of the other options belong before strip j. */
function countShares(before: readonly Float64Array[], j: number, without: number): Float64Array {
  const shares = new Float64Array(before.length);
  shares[0] = 1;
  let others = 0;
  for (let k = 0; k < before.length; k++) {
    if (k === without) continue;
    const p = before[k]![j]!;
    others++;
    for (let n = others; n > 0; n--) shares[n] = shares[n]! * (1 - p) + shares[n - 1]! * p;
    shares[0]! *= 1 - p;
  }
  return shares;
}

/**
 * How many of the drawn bullets come before number `index`, when they are drawn from the chapter's others
 * (hypergeometric); the rest comes from other chapters, and comes before with probability one half.
 */
export function beforeShares(index: number, bullets: number, drawn: number): Float64Array {
  const own = Math.min(drawn, bullets - 1);
  let shares = new Float64Array(drawn + 1);
  const [before, after] = [index, bullets - 1 - index];
  for (let k = 0; k <= own; k++)
    if (k <= before && own - k <= after)
      shares[k] = Math.exp(logChoose(before, k) + logChoose(after, own - k) - logChoose(bullets - 1, own));
  for (let strange = own; strange < drawn; strange++)
    shares = shares.map((share, k) => share / 2 + (k > 0 ? shares[k - 1]! / 2 : 0));
  return shares;
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}
