/** A paragraph has at most this many words; the paper cuts longer ones at the ends of sentences. */
export const mostWords = 250;

/** Words are separated by white space. */
export function countWords(paragraph: string): number {
  const words = otherSpace.test(paragraph) ? undefined : countSingleSpaced(paragraph);
  return words ?? countBetween(paragraph);
}

/** White space that is not a plain space. */
const otherSpace = /[\t\n\v\f\r\u00a0]/;

/**
 * The same, faster, where words are separated by single spaces; undefined where two spaces meet, or one is at an end.
 */
export function countSingleSpaced(paragraph: string): number | undefined {
  const last = paragraph.charCodeAt(paragraph.length - 1);
  if (paragraph === "" || last === 32 || paragraph.charCodeAt(0) === 32) return undefined;
  let words = 1;
  for (let at = 0; at < paragraph.length; at += stretch) {
    // Includes one character of the next stretch, so that two spaces are seen together; no stretch ends with a space.
    const text = paragraph.length <= stretch ? paragraph : paragraph.slice(at, at + stretch + 1);
    const spaces = singleSpaces(text);
    if (spaces === undefined) return undefined;
    words += spaces - (at + stretch < paragraph.length && paragraph.charCodeAt(at + stretch) === 32 ? 1 : 0);
  }
  return words;
}

/** How many characters are scanned at a time. */
const stretch = 8191;
const bytes = new Uint8Array(4 * (stretch + 1));
const fours = new Uint32Array(bytes.buffer);
const encoder = new TextEncoder();

/**
 * How many spaces there are, undefined where two meet: four bytes of UTF-8 at a time. In `byte ^ 0x20` a space is zero, and
 * only for a zero does adding 0x7f to its lower seven bits leave the top bit clear.
 */
function singleSpaces(text: string): number | undefined {
  const { written } = encoder.encodeInto(text, bytes);
  bytes.fill(0, written, (written + 3) & ~3);
  const whole = (written + 3) >> 2;
  let [spaces, doubled, before] = [0, 0, 0];
  for (let k = 0; k < whole; k++) {
    const four = fours[k]! ^ 0x20202020;
    const found = ~(((four & 0x7f7f7f7f) + 0x7f7f7f7f) | four | 0x7f7f7f7f);
    doubled |= found & ((found << 8) | (before >>> 24));
    spaces += Math.imul((found >>> 7) & 0x01010101, 0x01010101) >>> 24;
    before = found;
  }
  return doubled === 0 ? spaces : undefined;
}

/** Where several spaces may meet. */
function countBetween(paragraph: string): number {
  let words = 0;
  let inside = false;
  for (let k = 0; k < paragraph.length; k++) {
    const character = paragraph.charCodeAt(k);
    const isSpace = character === 32 || (character > 8 && character < 14) || character === 0xa0;
    if (!isSpace && !inside) words++;
    inside = !isSpace;
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
