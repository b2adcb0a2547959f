import { countWords, mostWords } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { sentences } from "@plotline/text";

/**
 * A paragraph (one line, its words one space apart), or its pieces where it is too long: cut at sentence ends into pieces
 * as equal as those allow.
 */
export function cutParagraph(text: string, words = countWords(text)): string[] {
  if (words <= mostWords) return [text];
  if (words > longestSentence) return inWords(text).map((part) => part.text);
  return balanced(sentenceParts(text).flatMap(shortened)).map((piece) => piece.map((part) => part.text).join(" "));
}

interface Part {
  readonly text: string;
  readonly words: number;
}

function partOf(text: string): Part {
  return { text, words: countWords(text) };
}

function joined(a: Part, b: Part): Part {
  return { text: `${a.text} ${b.text}`, words: a.words + b.words };
}

/** The sentences; where no space is between two of them, they are one part. */
function sentenceParts(text: string): Part[] {
  const starts = sentences(text).flatMap(({ start }) => (text[start - 1] === " " ? [start] : []));
  return [0, ...starts].map((start, k) => partOf(text.slice(start, starts[k]).trimEnd()));
}

/** A sentence that is too long by itself is cut after a semicolon or comma, or at last between words. */
function shortened(sentence: Part): Part[] {
  if (sentence.words <= mostWords) return [sentence];
  if (sentence.words > longestSentence) return inWords(sentence.text);
  const clauses = sentence.text.split(/(?<=[;:,—–]["”’]?) +/).map(partOf);
  const short = clauses.flatMap((clause) => (clause.words <= mostWords ? [clause] : inWords(clause.text)));
  return balanced(short).map((piece) => piece.reduce(joined));
}

/** Longer "sentences" are not sentences: they are cut between words. */
const longestSentence = 20_000;

/** Cut after every so many words, which are one space apart. */
function inWords(text: string): Part[] {
  const words = countWords(text);
  const each = Math.ceil(words / Math.ceil(words / mostWords));
  const parts: Part[] = [];
  for (let [at, start, count] = [0, 0, 0]; at >= 0; ) {
    at = text.indexOf(" ", at + 1);
    if (++count < each && at >= 0) continue;
    parts.push({ text: text.slice(start, at < 0 ? undefined : at), words: count });
    [start, count] = [at + 1, 0];
  }
  return parts;
}

/** As few pieces as possible, none over the limit, the longest as short as possible. */
function balanced(parts: readonly Part[]): Part[][] {
  const total = sumOf(parts, ({ words }) => words);
  const longest = parts.reduce((most, { words }) => Math.max(most, words), 0);
  const fewest = filled(parts, mostWords).length;
  let [low, high] = [Math.max(longest, Math.ceil(total / fewest)), mostWords];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (filled(parts, middle).length <= fewest) high = middle;
    else low = middle + 1;
  }
  return filled(parts, low);
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
