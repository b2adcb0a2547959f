/** A chapter with more pairs of a point and a paragraph than this would take over 500 MB. */
export const mostPairs = 28_000_000;

/** The same for all methods side by side and chapter after chapter; the largest chapter with gold has half of it. */
export const mostCompared = 200_000;

/** A paragraph has at most this many words; the paper cuts longer ones at the ends of sentences. */
export const mostWords = 250;

/** Words are separated by white space; Chinese and Japanese have none between them, so each of their characters counts. */
export function countWords(paragraph: string): number {
  let words = 0;
  let inside = false;
  for (let k = 0; k < paragraph.length; k++) {
    const character = paragraph.charCodeAt(k);
    const isSpace = character === 32 || (character > 8 && character < 14) || character === 0xa0;
    const isWord = character > 0x303f && (character < 0xa000 || (character > 0xf8ff && character < 0xfb00));
    if (isWord || (!isSpace && !inside)) words++;
    inside = !isSpace && !isWord;
  }
  return words;
}

/**
 * Tokens, as the paper's tables count: words and punctuation marks separately, `don't` in two, a run of one mark (`--`,
 * `...`) as one.
 */
export function countTokens(paragraph: string): number {
  let tokens = 0;
  let before = 0;
  for (let k = 0; k < paragraph.length; k++) {
    const character = paragraph.charCodeAt(k);
    const isMark = !isLetter(character) && character !== 32 && character !== 10;
    const isHyphen = character === 45 && isLetter(before) && isLetter(paragraph.charCodeAt(k + 1));
    const isContraction =
      (before === 39 || before === 0x2019) && isLetter(character) && isLetter(paragraph.charCodeAt(k - 2));
    const isNew = isMark
      ? character !== before && !isHyphen
      : isLetter(character) && !isLetter(before) && !isContraction;
    if (isNew) tokens++;
    before = isHyphen ? 97 : character;
  }
  return tokens;
}

/** Letters and digits, ASCII or not; not the typographic marks of U+2000 to U+206F, nor those of Latin-1. */
function isLetter(character: number): boolean {
  if (character < 128) return (character | 32) >= 97 ? (character | 32) <= 122 : character >= 48 && character <= 57;
  return character >= 0xc0 && (character < 0x2000 || character > 0x206f) && character !== 0xd7 && character !== 0xf7;
}
