import { sentences } from "../text/sentences.ts";

/** A story paragraph holds at most so many words. */
export const mostWords = 250;

/** A paragraph, or its pieces where it is too long: cut at sentence ends into pieces as equal as those allow. */
export function cutParagraph(text: string, words = countWords(text)): string[] {
  if (words <= mostWords) return [text];
  const parts = sentences(text).flatMap(({ start, end }) => shortened(text.slice(start, end)));
  return balanced(parts.map((part) => ({ text: part, words: countWords(part) })));
}

/** Words as the published corpus counts them: what stands between spaces. */
export function countWords(text: string): number {
  let [count, inside] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const space = code === 32 || (code < 14 && code > 8) || code === 0xa0;
    if (!space && !inside) count++;
    inside = !space;
  }
  return count;
}

interface Part {
  readonly text: string;
  readonly words: number;
}

/** A sentence that is too long by itself is cut after a semicolon or comma, or at last between words. */
function shortened(sentence: string): string[] {
  if (countWords(sentence) <= mostWords) return [sentence];
  const clauses = sentence.split(/(?<=[;:,—–]["”’]?) +/).map((clause) => ({ text: clause, words: countWords(clause) }));
  const sizes = clauses.flatMap((clause) => (clause.words <= mostWords ? [clause] : inWords(clause.text)));
  return balanced(sizes);
}

function inWords(text: string): Part[] {
  const all = text.split(/\s+/);
  const pieces = Math.ceil(all.length / mostWords);
  return Array.from({ length: pieces }, (_, k) => {
    const own = all.slice(Math.floor((k * all.length) / pieces), Math.floor(((k + 1) * all.length) / pieces));
    return { text: own.join(" "), words: own.length };
  });
}

/** As few pieces as possible, none over the limit, the longest as short as possible. */
function balanced(parts: readonly Part[]): string[] {
  const total = parts.reduce((sum, { words }) => sum + words, 0);
  const longest = Math.max(...parts.map(({ words }) => words));
  const fewest = filled(parts, mostWords).length;
  let [low, high] = [Math.max(longest, Math.ceil(total / fewest)), mostWords];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (filled(parts, middle).length <= fewest) high = middle;
    else low = middle + 1;
  }
  return filled(parts, low).map((piece) => piece.map(({ text }) => text).join(" "));
}

function filled(parts: readonly Part[], limit: number): Part[][] {
  const pieces: Part[][] = [];
  let used = limit;
  for (const part of parts) {
    if (used + part.words > limit) {
      pieces.push([]);
      used = 0;
    }
    pieces.at(-1)!.push(part);
    used += part.words;
  }
  return pieces;
}
