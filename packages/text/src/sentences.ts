import abbreviations from "./data/abbreviations.json" with { type: "json" };
import starters from "./data/sentence-starters.json" with { type: "json" };
import speechVerbs from "./data/speech-verbs.json" with { type: "json" };
import months from "./languages/data/months.json" with { type: "json" };
import { isShortTitle, type Span, type Token, tokens } from "./tokens.ts";

/**
 * The sentences of a text, in order; together they hold every character that is not white space.
 *
 * @example
 * const text = "Mr. Darcy bowed. Did she see it?";
 * sentences(text).map(({ start, end }) => text.slice(start, end)); // → ["Mr. Darcy bowed.", "Did she see it?"]
 */
export function sentences(text: string, words = tokens(text), language?: SentenceLanguage): readonly Span[] {
  return sentenceRanges(words, language).map(({ start, end }) => ({
    start: words[start]!.start,
    end: words[end - 1]!.end,
  }));
}

/** What a language other than English says about where its sentences end. */
export interface SentenceLanguage {
  readonly code: string;
  /** Words before a full stop that ends no sentence. */
  readonly abbreviations: ReadonlySet<string>;
}

/** The same as stretches of tokens: from token `start` to before token `end`. */
export function sentenceRanges(words: readonly Token[], language?: SentenceLanguage): readonly Span[] {
  const ranges: Span[] = [];
  let start = 0;
  for (let at = 0; at < words.length; at++) {
    if (at > start && startsParagraph(words[at])) {
      ranges.push({ start, end: at });
      start = at;
    }
    const next = sentenceEnd(words, start, at, language);
    if (next === undefined) continue;
    ranges.push({ start, end: next });
    start = next;
    at = next - 1;
  }
  if (start < words.length) ranges.push({ start, end: words.length });
  return ranges;
}

/** If the token at `at` ends the sentence that began at `start`: where the next one starts. */
function sentenceEnd(
  words: readonly Token[],
  start: number,
  at: number,
  language?: SentenceLanguage,
): number | undefined {
  const mark = words[at]!;
  const last = mark.text[mark.text.length - 1]!;
  if (last === "—" || last === "-") return isBrokenOff(words, at) ? at + 2 : undefined;
  if (!".!?…。！？".includes(last)) return undefined;
  const abbreviation = isAbbreviation(mark);
  if (!(isTerminator(mark) || abbreviation) || isShortTitle(mark) || continues(words[at + 1])) return undefined;
  if (isLabel(words, start, at) || isFraction(words, at)) return undefined;
  if (language !== undefined && isShortened(words, at, language)) return undefined;
  const { next, quoted } = afterClosing(words, at + 1);
  const follower = words[next];
  if (follower === undefined) return undefined;
  if (startsParagraph(follower)) return next;
  if (/^(?:-{2,}|[—–]+)$/u.test(follower.text)) return opensSpeech(words, next) ? next : undefined;
  if (/^[,;:]$/.test(follower.text) || (continues(follower) && isGlued(words, next))) return undefined;

  const opening = countOpening(words, next);
  const word = words[next + opening]?.text ?? "";
  if (/^\p{Ll}/u.test(word)) return opening > 0 && mark.text === "." ? next : undefined;
  if (quoted && isGlued(words, next) && namesSpeakerAfter(mark.text, word)) return undefined;
  if (abbreviation && !(quoted || mayFollowAbbreviation(word))) return undefined;
  if (isEllipsis(mark) && opening === 0 && (!/^\p{Lu}/u.test(word) || isSaidTwice(words, at, word))) return undefined;
  if (mark.text === "." && (isCountedOn(words, at, word) || isSumOfMoney(words, at, word))) return undefined;
  if (quoted && mark.text !== "." && opening === 0 && namesSpeaker(words, next)) return undefined;
  return next;
}

/** `1.`, `iv.`, `P.S.` at the beginning: what follows belongs to them. */
function isLabel(words: readonly Token[], start: number, at: number): boolean {
  if (at === start) return isAbbreviation(words[at]!);
  return (
    at === start + 1 && words[at]!.text === "." && /^(?:\d{1,3}|[ivxlc]+|[IVXLC]+|\p{Ll})$/u.test(words[start]!.text)
  );
}

/** `— Moi non plus.`, `—¡Ah!`: a dash after a space, and a capital. */
function opensSpeech(words: readonly Token[], dash: number): boolean {
  const first = words[dash + 1];
  return !isGlued(words, dash) && first !== undefined && /^[\p{Lu}¿¡]/u.test(first.text);
}

/** `“I only meant—” “I know!”`: a speech that the next one breaks off. */
function isBrokenOff(words: readonly Token[], dash: number): boolean {
  const close = words[dash + 1]?.text ?? "";
  const open = words[dash + 2]?.text ?? "";
  return /^[”"’']$/.test(close) && isGlued(words, dash + 1) && /^[“"‘']$/.test(open) && isGlued(words, dash + 3);
}

/** `.75` */
function isFraction(words: readonly Token[], at: number): boolean {
  return words[at]!.text === "." && isGlued(words, at + 1) && /^\d/.test(words[at + 1]!.text);
}

/** `£5. 10s. 6d.` */
function isSumOfMoney(words: readonly Token[], at: number, word: string): boolean {
  const before = words[at - 1]?.text ?? "";
  return /^\d+[sd]$/.test(word) && (/^\d+s$/.test(before) || words[at - 2]?.text === "£");
}

/** `el Sr. Quijano`, `z. B.`, `am 3. Mai`: a full stop that only shortens. */
function isShortened(words: readonly Token[], at: number, { code, abbreviations }: SentenceLanguage): boolean {
  const before = words[at - 1];
  const mark = words[at]!;
  const word = mark.text === "." && before !== undefined && isGlued(words, at) ? before.text : mark.text.slice(0, -1);
  if (abbreviations.has(word.toLowerCase().replace(/^.*[’']/u, ""))) return true;
  const next = words[at + 1]?.text.toLowerCase() ?? "";
  return code === "de" && /^\d{1,2}$/.test(word) && germanMonths.has(next);
}

/** `I... I do`: a voice that falters. */
function isSaidTwice(words: readonly Token[], at: number, word: string): boolean {
  return word.length < 5 && words[at - 1]?.text === word;
}

/** `xi. 4`, `5 ft. 3 in.`: a place in a book, or a measure, continues with its next number. */
function isCountedOn(words: readonly Token[], at: number, word: string): boolean {
  const before = words[at - 1]?.text ?? "";
  if (!/^\d/.test(word)) return false;
  return /^[ivxlc]+$/.test(before) || (unitsOfMeasure.has(before) && /^\d/.test(words[at - 2]?.text ?? ""));
}

/** Whether another mark follows, as in `What?!` or `Wait!...`: then the last one decides. */
function continues(token: Token | undefined): boolean {
  return token !== undefined && !startsParagraph(token) && isTerminator(token);
}

/** Past the quotation marks, brackets and marks of footnotes that close after the end. */
function afterClosing(words: readonly Token[], from: number): { next: number; quoted: boolean } {
  let next = from;
  let quoted = false;
  for (let token = words[next]; token !== undefined && !startsParagraph(token); token = words[++next]) {
    if (isGlued(words, next) && isFootnote(words, next)) next += 2;
    else if (!closes(words, next)) break;
    quoted ||= /^[”"’'“‘«」』]$/u.test(token.text);
  }
  return { next, quoted };
}

/** Whether a mark closes rather than opens: what it is glued to decides where the mark itself does not. */
function closes(words: readonly Token[], at: number): boolean {
  const { text } = words[at]!;
  if (/^["'_*]$/.test(text)) return isGlued(words, at);
  if (/^[“‘«]$/.test(text)) return isGlued(words, at) && !isGlued(words, at + 1);
  if (text === "»") return isGlued(words, at) || !isGlued(words, at + 1);
  return /^[”’)\]」』）†‡¹²³⁰⁴-⁹]$/u.test(text);
}

/** `[1]`, `(12)`, `[*]` */
function isFootnote(words: readonly Token[], at: number): boolean {
  const [open, mark, close] = [words[at], words[at + 1], words[at + 2]].map((token) => token?.text ?? "");
  return /^(?:\[(?:\d{1,3}|[a-z*†‡])\]|\(\d{1,3}\))$/.test(`${open}${mark}${close}`);
}

function isGlued(words: readonly Token[], at: number): boolean {
  return words[at] !== undefined && words[at].start === words[at - 1]?.end;
}

function countOpening(words: readonly Token[], from: number): number {
  let count = 0;
  while (count < 3 && /^[“"'‘„‚([_«»*]$/u.test(words[from + count]?.text ?? "")) count++;
  return count;
}

/** `Esq.`, `etc.`, an initial end a sentence only before a word that often starts one. */
function mayFollowAbbreviation(word: string): boolean {
  return /^\p{Lu}/u.test(word) && sentenceStarters.has(word.toLowerCase());
}

/** `“你是谁？”他问。`, `「はい。」と言った。`: without spaces and capitals, what follows a question or a と says who spoke. */
function namesSpeakerAfter(mark: string, word: string): boolean {
  return /^\p{Lo}/u.test(word) && (mark !== "。" || word.startsWith("と"));
}

/** `“Indeed?” Mr. Bennet replied`: up to five capitalised words, then a verb of saying. */
function namesSpeaker(words: readonly Token[], from: number): boolean {
  if (/^(?:He|She|They|We|You|It|Nobody)$/.test(words[from]?.text ?? "")) return false;
  let at = from;
  while (at - from < 5 && /^\p{Lu}/u.test(words[at]?.text ?? "")) at++;
  return at > from && verbsOfSaying.has(words[at]?.text.toLowerCase() ?? "");
}

const verbsOfSaying = new Set(speechVerbs);
const sentenceStarters = new Set(starters);
const unitsOfMeasure = new Set(abbreviations.units);
const germanMonths = new Set(months.de);

function startsParagraph(token: Token | undefined): boolean {
  return token !== undefined && token.lineBreaks >= 2;
}

function isTerminator({ text }: Token): boolean {
  return /^[.!?…。！？]$/u.test(text) || /^\.(?:\s?\.)+$/.test(text);
}

function isEllipsis({ text }: Token): boolean {
  return text === "…" || /^\.\s?\./.test(text);
}

function isAbbreviation({ text }: Token): boolean {
  return /[\p{L}\p{M}]\.$/u.test(text);
}
