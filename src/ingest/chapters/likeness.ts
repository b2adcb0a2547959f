import { likenessLimits } from "./limits.ts";

/**
 * Whether two titles (as `titleKey` gives them) are the same but for a misprint, an old spelling or a word: most of their
 * words are alike, and one of them is long enough to mean something.
 */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length < likenessLimits.leastLetters || b.length < likenessLimits.leastLetters) return false;
  if (isNearly(a.replaceAll(" ", ""), b.replaceAll(" ", ""))) return true;
  const [one, two] = [a.split(" "), b.split(" ")];
  const free = [...two];
  let [alike, long] = [0, 0];
  for (const word of one) {
    const at = free.findIndex((other) => word === other || isNearly(word, other));
    if (at < 0) continue;
    free.splice(at, 1);
    alike++;
    if (word.length >= likenessLimits.longWord) long++;
  }
  return long > 0 && alike >= likenessLimits.words * Math.max(one.length, two.length);
}

/** Two letters at most are wrong, in words of some length; one in shorter ones. */
function isNearly(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) >= likenessLimits.longForTwo ? 2 : 1;
  if (a.length < likenessLimits.leastMisprinted || Math.abs(a.length - b.length) > most) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= most;
}
