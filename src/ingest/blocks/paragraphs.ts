import { countWords, mostWords } from "../../corpus/words.ts";
import { sentences } from "../../text/sentences.ts";

/**
 * A paragraph (one line, its words one space apart), or its pieces where it is too long: cut at sentence ends into pieces
 * as equal as those allow.
 */
export function cutParagraph(text: string, words = countWords(text)): string[] {
  if (words <= mostWords) return [text];
  let parts = likelySentences(text);
  const mostAttempts = parts.length > 10_000 ? 2 : 20;
  for (let attempt = 0; ; attempt++) {
    const pieces = balanced(parts.flatMap(shortened));
    const wrong = attempt < mostAttempts ? wrongCuts(text, parts, pieces) : noCuts;
    if (wrong.size === 0) return pieces.map((piece) => piece.map((part) => part.text).join(" "));
    parts = withoutCuts(parts, wrong);
  }
}

/** A text in which every cut is wrong again is cut where it may be. */
const noCuts: ReadonlySet<number> = new Set();

interface Part {
  readonly text: string;
  readonly words: number;
}

/** Where a full stop and a capital meet. Only the few places that are cut at are looked at more closely. */
function likelySentences(text: string): Part[] {
  const parts: Part[] = [];
  let [start, words] = [0, 1];
  for (let space = text.indexOf(" "); space >= 0; space = text.indexOf(" ", space + 1), words++) {
    if (!endsLikeSentence(text, space) || !opensLikeSentence(text, space + 1)) continue;
    parts.push({ text: text.slice(start, space), words });
    [start, words] = [space + 1, 0];
  }
  parts.push({ text: text.slice(start), words });
  return parts;
}

function endsLikeSentence(text: string, end: number): boolean {
  let last = end - 1;
  const code = text.charCodeAt(last);
  if ((code >= 97 && code <= 122) || code === 44) return false;
  while (last > 0 && closing.has(text.charCodeAt(last))) last--;
  return last >= 0 && ending.has(text.charCodeAt(last));
}

function opensLikeSentence(text: string, start: number): boolean {
  let first = start;
  while (opening.has(text.charCodeAt(first))) first++;
  const code = text.charCodeAt(first);
  return code < 128 ? (code > 64 && code < 91) || (code > 47 && code < 58) : capital.test(text.slice(first, first + 2));
}

const ending = codesOf(".!?…");
const closing = codesOf("\"”’')]_");
const opening = codesOf("\"“‘'([_—–-");
const capital = /^[\p{Lu}\p{N}]/u;

function codesOf(marks: string): ReadonlySet<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
}

function partOf(text: string): Part {
  return { text, words: countWords(text) };
}

function joined(a: Part, b: Part): Part {
  return { text: `${a.text} ${b.text}`, words: a.words + b.words };
}

/** Each of these parts joined with the next one. */
function withoutCuts(parts: readonly Part[], cuts: ReadonlySet<number>): Part[] {
  const result: Part[] = [];
  parts.forEach((part, k) => {
    if (cuts.has(k - 1)) result.push(joined(result.pop()!, part));
    else result.push(part);
  });
  return result;
}

/** The parts after which a piece ends although no sentence does: after "Mr.", say. */
function wrongCuts(text: string, parts: readonly Part[], pieces: readonly (readonly Part[])[]): Set<number> {
  const lasts = new Set(pieces.slice(0, -1).map((piece) => piece.at(-1)!));
  const wrong = new Set<number>();
  let end = 0;
  for (let k = 0; k < parts.length - 1; k++) {
    end += parts[k]!.text.length;
    if (lasts.has(parts[k]!) && !isSentenceStart(text, end + 1)) wrong.add(k);
    end++;
  }
  return wrong;
}

function isSentenceStart(text: string, at: number): boolean {
  if (plainEnd.test(text.slice(Math.max(0, at - 24), at)) && plainStart.test(text.slice(at, at + 2))) return true;
  const from = Math.max(0, text.lastIndexOf(" ", at - 40) + 1);
  const around = text.slice(from, at + 60);
  return sentences(around).some(({ start }) => start === at - from);
}

/** A word in small letters that is too long for an abbreviation, and a full stop; a capital. */
const plainEnd = / [a-z]{5,18}(?:[.!?]|\.[”"]) $/;
const plainStart = /^[“"]?[A-Z]/;

/** A sentence that is too long by itself is cut after a semicolon or comma, or at last between words. */
function shortened(sentence: Part): Part[] {
  if (sentence.words <= mostWords) return [sentence];
  if (sentence.words > longestSentence) return inWords(sentence.text);
  const clauses = sentence.text.split(/(?<=[;:,—–]["”’]?) +/).map(partOf);
  const short = clauses.flatMap((clause) => (clause.words <= mostWords ? [clause] : inWords(clause.text)));
  return balanced(short).map((piece) => piece.reduce(joined));
}

/** A sentence of more words than this is none: it is cut between words. */
const longestSentence = 20_000;

function inWords(text: string): Part[] {
  const all = text.split(/\s+/);
  const pieces = Math.ceil(all.length / mostWords);
  return Array.from({ length: pieces }, (_, k) => {
    const own = all.slice(Math.floor((k * all.length) / pieces), Math.floor(((k + 1) * all.length) / pieces));
    return { text: own.join(" "), words: own.length };
  });
}

/** As few pieces as possible, none over the limit, the longest as short as possible. */
function balanced(parts: readonly Part[]): Part[][] {
  const total = parts.reduce((sum, { words }) => sum + words, 0);
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
