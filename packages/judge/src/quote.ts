/** Whether a paragraph has these words, whatever its punctuation, accents and capitals. */
export function isQuoted(quote: string, paragraph: string): boolean {
  return quoteFault(quote, paragraph) === undefined;
}

/**
 * What is wrong with a quote, as the rest of a sentence about it. It must be found as whole words, and be long enough to
 * tell paragraphs apart. An ellipsis leaves words out: each piece then has two words at least, in their order.
 */
export function quoteFault(quote: string, paragraph: string): "is not in" | "is too short for" | undefined {
  const whole = lettersOf(paragraph);
  const pieces = quote
    .split(/…|\.\.\.+|\[…\]/)
    .map(lettersOf)
    .filter(({ letters }) => letters !== "");
  if (pieces.length === 0) return "is not in";
  let at = 0;
  for (const { letters } of pieces) {
    const found = placeOf(letters, whole, at);
    if (found < 0) return "is not in";
    at = found + letters.length;
  }
  const isEnough = pieces.length === 1 ? isTelling(pieces[0]!, whole) : pieces.every(isPiece);
  return isEnough ? undefined : "is too short for";
}

interface Letters {
  /** Letters and digits alone: a book's "to-day", “To-day” and a model's "today" are one. Mark-up is left out. */
  readonly letters: string;
  /** Where words begin and end; in scripts without spaces, anywhere. */
  readonly edges: ReadonlySet<number>;
  readonly words: number;
  /** Characters of scripts without spaces. */
  readonly unspaced: number;
}

function lettersOf(text: string): Letters {
  const plain = text
    .replace(/<\/?[A-Za-z][^<>]{0,40}>/g, " ")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const edges = new Set([0]);
  let [letters, words, unspaced] = ["", 0, 0];
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const { index, 0: character } of word.matchAll(withoutSpaces)) {
      edges.add(letters.length + index).add(letters.length + index + character.length);
      unspaced++;
    }
    letters += word;
    edges.add(letters.length);
    words++;
  }
  return { letters, edges, words, unspaced };
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/gu;

function placeOf(letters: string, { letters: whole, edges }: Letters, from: number): number {
  let at = whole.indexOf(letters, from);
  while (at >= 0 && !(edges.has(at) && edges.has(at + letters.length))) at = whole.indexOf(letters, at + 1);
  return at;
}

/** Three words, eight letters, four characters of a script without spaces, or half of a short paragraph. */
function isTelling({ letters, words, unspaced }: Letters, { letters: whole }: Letters): boolean {
  return words >= 3 || letters.length + unspaced >= 8 || 2 * letters.length >= whole.length;
}

function isPiece({ words, unspaced }: Letters): boolean {
  return words >= 2 || unspaced >= 2;
}
