/** Titles that a list and the text print differently (Celtic Fairy Tales: CONAL, CONALL). */
const limits = {
  leastLetters: 5,
  /** A word with a letter wrong, one with two, and one that means something. */
  leastMisprinted: 4,
  longForTwo: 7,
  longWord: 4,
  /** The share of words that are alike. */
  words: 0.66,
} as const;

/**
 * Whether two titles (as `titleKey` gives them) are the same but for a misprint, an old spelling or a word: most of their
 * words are alike, and one of them is long enough to mean something.
 */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length < limits.leastLetters || b.length < limits.leastLetters) return false;
  if (isNearly(a.replaceAll(" ", ""), b.replaceAll(" ", ""))) return true;
  const [one, two] = [a.split(" "), b.split(" ")];
  const free = [...two];
  let [alike, long] = [0, 0];
  for (const word of one) {
    const at = free.findIndex((other) => word === other || isNearly(word, other));
    if (at < 0) continue;
    free.splice(at, 1);
    alike++;
    if (word.length >= limits.longWord) long++;
  }
  return long > 0 && alike >= limits.words * Math.max(one.length, two.length);
}

/** Two letters at most are wrong, in words of some length; one in shorter ones. */
function isNearly(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) >= limits.longForTwo ? 2 : 1;
  if (a.length < limits.leastMisprinted || Math.abs(a.length - b.length) > most) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= most;
}
