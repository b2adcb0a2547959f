import { once } from "@plotline/base";
import type { PlacedWords } from "@plotline/text";

/** How a word is written. */
export const small = 0;
/** A capital inside a sentence, or a word all in capitals: a speaker, a shout. */
export const capitalised = 1;
/** A capital where a sentence starts, which means nothing. */
const silent = 2;

/** How each word of some texts is written, in the order of `words`, which were read from them. */
export function capitals(texts: readonly string[], { ids, starts, places }: PlacedWords): Uint8Array {
  const kinds = unitKinds();
  const written = new Uint8Array(ids.length);
  for (let k = 0; k < texts.length; k++) {
    const text = texts[k]!;
    for (let word = starts[k]!; word < starts[k + 1]!; word++)
      if (kinds[text.charCodeAt(places[word]!)] === 2) written[word] = capital(text, places[word]!);
  }
  return written;
}

/** The place after the last letter; an apostrophe between letters belongs to the word. */
function wordEnd(text: string, from: number): number {
  const kinds = unitKinds();
  let at = from + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (kinds[unit] !== 0) continue;
    if ((unit !== 0x27 && unit !== 0x2019) || at + 1 >= text.length || kinds[text.charCodeAt(at + 1)] === 0) break;
  }
  return at;
}

function capital(text: string, from: number): number {
  if (isAllCapitals(text, from)) return capitalised;
  let before = from - 1;
  while (before >= 0 && text[before] === " ") before--;
  return before < 0 || ".!?:\"“”'‘_[(—-".includes(text[before]!) ? silent : capitalised;
}

/** The second letter settles it for nearly all words. */
function isAllCapitals(text: string, from: number): boolean {
  const second = text.charCodeAt(from + 1);
  if (second >= 0x61 && second <= 0x7a) return false;
  const word = text.slice(from, wordEnd(text, from));
  return word.length > 1 && word === word.toUpperCase();
}

/** By code unit: 0 what is between words, 1 a letter or digit, 2 a capital. */
const unitKinds = once(() => {
  const made = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    if (/[\p{L}\p{N}]/u.test(character)) made[unit] = character === character.toLowerCase() ? 1 : 2;
  }
  return made;
});
