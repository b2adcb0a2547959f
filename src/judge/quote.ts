import { sumOf } from "../lists.ts";
/** Whether a paragraph has these words, whatever its punctuation, accents and capitals. An ellipsis leaves words out. */
export function isQuoted(quote: string, paragraph: string): boolean {
  const whole = bare(paragraph);
  const pieces = quote.split(/…|\.\.\.+|\[…\]/).map(bare);
  const length = sumOf(pieces, (piece) => piece.length);
  if (length === 0 || length < Math.min(shortest, whole.length)) return false;
  let at = 0;
  for (const piece of pieces) {
    const found = whole.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Letters that a quote must have, unless its paragraph has fewer: less than this is in every paragraph. */
const shortest = 8;

/** Letters and digits alone: a book's "to-day", “To-day” and a model's "today" are one. Mark-up is left out. */
function bare(text: string): string {
  return text
    .replace(/<\/?[A-Za-z][^<>]{0,40}>/g, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
