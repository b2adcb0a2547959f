/** At most one letter apart, or two from eight letters on, and alike at the start. */
export function isVariant(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  if (length < 5 || a === b || a[0] !== b[0] || Math.abs(a.length - b.length) > 2) return false;
  return distance(a, b) <= (length >= 8 ? 2 : 1);
}

/** Levenshtein. */
function distance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (last[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    last = row;
  }
  return last[b.length] as number;
}
