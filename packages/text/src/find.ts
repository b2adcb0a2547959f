/** Where something was found, in characters. */
export interface TextHit {
  readonly from: number;
  readonly to: number;
}

/** Says where something that a person wants to find occurs in a text: nowhere gives an empty list. */
export type Finder = (text: string) => TextHit[];

/** Finds these words one after the other, whatever their case, accents, quotation marks and white space. */
export function phraseFinder(wanted: string): Finder {
  const phrase = comparable(wanted.trim()).text;
  return (text) => (phrase === "" ? [] : stretchesOf(comparable(text), phrase));
}

/** Finds all of these words, each at the beginning of a word, in any order. */
export function wordsFinder(wanted: string): Finder {
  const words = comparable(wanted).text.split(/\s+/).filter(Boolean);
  return (text) => {
    const known = comparable(text);
    const found = words.map((word) =>
      stretchesOf(known, word).filter(({ from }) => unspaced.test(word) || !isInWord(text, from)),
    );
    if (words.length === 0 || found.some((stretches) => stretches.length === 0)) return [];
    return found.flat().sort((a, b) => a.from - b.from);
  };
}

function isInWord(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}

/** Where no space says where words begin. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

interface Comparable {
  readonly text: string;
  /** Where each character of it comes from; undefined where it is as long as the original. */
  readonly origin: readonly number[] | undefined;
}

function comparable(text: string): Comparable {
  const alike = text
    .replace(/[‘’‚‛ʼ]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s/g, " ");
  if (isPlain.test(alike) && !alike.includes("  ")) return { text: alike.toLowerCase(), origin: undefined };
  let made = "";
  const origin: number[] = [];
  for (let at = 0; at < alike.length; at++) {
    const sign = plain(alike[at] ?? "");
    if (sign === " " && made.endsWith(" ")) continue;
    for (let k = 0; k < sign.length; k++) origin.push(at);
    made += sign;
  }
  return { text: made, origin };
}

/** ASCII without the underscores that mark italics. */
const isPlain = /^[\x20-\x5e\x60-\x7e]*$/;

function plain(sign: string): string {
  if (sign === "_") return "";
  if (sign.charCodeAt(0) < 128) return sign.toLowerCase();
  return sign.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function stretchesOf({ text, origin }: Comparable, wanted: string): TextHit[] {
  const found: TextHit[] = [];
  const placeOf = (at: number) => (origin === undefined ? at : (origin[at] ?? 0));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    found.push({ from: placeOf(at), to: placeOf(at + wanted.length - 1) + 1 });
  return found;
}
