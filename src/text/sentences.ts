import starters from "./data/sentence-starters.json" with { type: "json" };
import speechVerbs from "./data/speech-verbs.json" with { type: "json" };
import { isTitle, type Span, type Token, tokens } from "./tokens.ts";

export type { Span } from "./tokens.ts";

/** The sentences of a text, in order; together they hold every character that is not white space. */
export function sentences(text: string, words = tokens(text)): readonly Span[] {
  return sentenceRanges(words).map(({ start, end }) => ({ start: words[start]!.start, end: words[end - 1]!.end }));
}

/** The same as stretches of tokens: from token `start` to before token `end`. */
export function sentenceRanges(words: readonly Token[]): readonly Span[] {
  const ranges: Span[] = [];
  let start = 0;
  for (let at = 0; at < words.length; at++) {
    if (at > start && startsParagraph(words[at])) {
      ranges.push({ start, end: at });
      start = at;
    }
    const next = sentenceEnd(words, at);
    if (next === undefined) continue;
    ranges.push({ start, end: next });
    start = next;
    at = next - 1;
  }
  if (start < words.length) ranges.push({ start, end: words.length });
  return ranges;
}

/** If the token at `at` ends a sentence: where the next one starts. */
function sentenceEnd(words: readonly Token[], at: number): number | undefined {
  const mark = words[at]!;
  if (!".!?…".includes(mark.text[mark.text.length - 1]!)) return undefined;
  const abbreviation = isAbbreviation(mark);
  if (!(isTerminator(mark) || abbreviation) || isTitle(mark) || goesOn(words[at + 1])) return undefined;
  const { next, quoted } = afterClosing(words, at + 1);
  const follower = words[next];
  if (follower === undefined) return undefined;
  if (startsParagraph(follower)) return next;
  if (/^(?:-{2,}|[—–]+|[,;:])$/u.test(follower.text)) return undefined;

  const opening = countOpening(words, next);
  const word = words[next + opening]?.text ?? "";
  if (/^\p{Ll}/u.test(word)) return opening > 0 && mark.text === "." ? next : undefined;
  if (abbreviation && !(quoted || mayFollowAbbreviation(mark, word))) return undefined;
  if (isEllipsis(mark) && opening === 0 && !/^\p{Lu}/u.test(word)) return undefined;
  if (quoted && mark.text !== "." && opening === 0 && namesSpeaker(words, next)) return undefined;
  return next;
}

/** Whether another mark follows, as in `What?!`: then the last one decides. */
function goesOn(token: Token | undefined): boolean {
  return token !== undefined && !startsParagraph(token) && /^[.!?]$/.test(token.text);
}

/** Past the quotation marks and brackets that close behind the end. */
function afterClosing(words: readonly Token[], from: number): { next: number; quoted: boolean } {
  let next = from;
  let quoted = false;
  for (let token = words[next]; token !== undefined && !startsParagraph(token); token = words[++next]) {
    if (!/^[”"'’)\]_»*]$/u.test(token.text)) break;
    const glued = token.start === words[next - 1]!.end;
    if (/^["'_*]$/.test(token.text) && !glued) break; // stands alone: it opens what follows
    quoted ||= /^[”"’']$/u.test(token.text);
  }
  return { next, quoted };
}

function countOpening(words: readonly Token[], from: number): number {
  let count = 0;
  while (count < 3 && /^[“"'‘([_«*]$/u.test(words[from + count]?.text ?? "")) count++;
  return count;
}

/** `Esq.`, `etc.` end a sentence only before a word that often starts one; an initial never does. */
function mayFollowAbbreviation(abbreviation: Token, word: string): boolean {
  return !/^\p{Lu}\.$/u.test(abbreviation.text) && /^\p{Lu}/u.test(word) && sentenceStarters.has(word.toLowerCase());
}

/** `“Indeed?” Mr. Bennet replied`: up to five capitalised words, then a verb of saying. */
function namesSpeaker(words: readonly Token[], from: number): boolean {
  if (/^(?:He|She|They|We|You|It)$/.test(words[from]?.text ?? "")) return false;
  let at = from;
  while (at - from < 5 && /^\p{Lu}/u.test(words[at]?.text ?? "")) at++;
  return at > from && verbsOfSaying.has(words[at]?.text.toLowerCase() ?? "");
}

const verbsOfSaying = new Set(speechVerbs);
const sentenceStarters = new Set(starters);

function startsParagraph(token: Token | undefined): boolean {
  return token !== undefined && token.lineBreaks >= 2;
}

function isTerminator({ text }: Token): boolean {
  return /^[.!?…]$/u.test(text) || /^\.(?:\s?\.)+$/.test(text);
}

function isEllipsis({ text }: Token): boolean {
  return text === "…" || /^\.\s?\./.test(text);
}

function isAbbreviation({ text }: Token): boolean {
  return /[\p{L}\p{M}]\.$/u.test(text);
}
