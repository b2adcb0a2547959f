import { groupedBy } from "@plotline/base";
import { foldedNumeral, numeral, spelledAhead } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import type { Headings } from "./contents.ts";
import { type Heading, isUnit } from "./heading-forms.ts";
import { isTitleLike, undecorated } from "./lettering.ts";

/** Words of headings that are learned from the book (Letters of Lady Mary Wortley Montagu: "LET. II"). */
const limits = {
  /** Headings with a word that is known: then nothing has to be learned. */
  mostKnown: 4,
  longest: 120,
  /** Headings with the word, the share of them that count on, their spread over the book, and the text below each. */
  least: 5,
  regular: 0.8,
  spread: 0.6,
  leastText: 400,
} as const;

/**
 * Headings with a word that no list of ours has, where the book counts with it from its beginning to its end: `LET. II`,
 * `Stufe 3`. Only for a book that no known word counts.
 */
export function withLearnedWords(blocks: readonly Block[], headings: Headings): Headings {
  const known = [...headings.values()].filter(({ class: kind }) => kind === "leaf" || kind === "scene").length;
  if (known >= limits.mostKnown) return headings;
  const unknown = blocks.flatMap((block, k): [number, Heading][] => {
    const found = headings.has(k) ? undefined : unknownHeading(block);
    return found === undefined ? [] : [[k, found]];
  });
  const groups = groupedBy(unknown, ([, { word }]) => word);
  const [best] = [...groups.values()].filter((group) => counts(group, blocks)).sort((a, b) => b.length - a.length);
  if (best === undefined) return headings;
  // "LET. II" after "LETTER 1": an abbreviation.
  const short = best[0]![1].word;
  const full = [...headings.values()].find(({ class: kind, word }) => kind === "leaf" && word.startsWith(short))?.word;
  const named = best.map(([block, heading]) => [block, { ...heading, word: full ?? short }] as const);
  return new Map([...headings, ...named].sort(([a], [b]) => a - b));
}

function unknownHeading({ text }: Block): Heading | undefined {
  if (text.length > limits.longest) return undefined;
  const line = undecorated(text.replace(/\s+/g, " "));
  const [, printed = "", number = "", title = ""] =
    /^(\p{Lu}[\p{L} ]{1,24}?)[.,]? (?:no\.? ?|nr\.? ?)?([IVXLC]{1,8}|\d{1,3}|the \p{L}+(?:-\p{L}+)?)(?![\p{L}\p{N}])[.:,;)–—-]*\s*(.*)$/iu.exec(
      line,
    ) ?? [];
  const word = foldedNumeral(printed).replace(/ /g, "");
  const ordinal = number.replace(/^the /i, "");
  const value =
    numeral(number) ?? (ordinal === number ? undefined : spelledAhead([ordinal], { languages: "English" })?.numeral);
  if (value === undefined || word.length < 2 || !/^\p{Lu}/u.test(printed) || isUnit(word) || notCounted.test(word))
    return undefined;
  if (title !== "" && !isTitleLike(title)) return undefined;
  return {
    class: "leaf",
    word,
    number: value.value,
    style: value.style,
    title,
    parent: undefined,
    lines: text.trim().split("\n").length,
  };
}

/** What books count besides their chapters. */
const notCounted =
  /^(?:note|noot|nota|footnote|anm|fig|figure|plate|page|pag|pg|p|table|tab|vol|see|ill|map|prop|proposition|lemma|axiom|definition|cf|ver|verse|psalm|january|february|march|april|may|june|july|august|september|october|november|december|louis|henry|charles|george|pius|copyright)$/;

/** From the start of the book to its end, nearly each one more than the one before, with a text between. */
function counts(group: readonly (readonly [number, Heading])[], blocks: readonly Block[]): boolean {
  if (group.length < limits.least) return false;
  const steps = group.slice(1).filter(([, { number }], k) => number === (group[k]![1].number ?? 0) + 1).length;
  if (steps < limits.regular * (group.length - 1)) return false;
  const [first, last] = [group[0]![0], group.at(-1)![0]];
  let [inside, total] = [0, 0];
  blocks.forEach(({ text }, k) => {
    total += text.length;
    if (k > first && k < last) inside += text.length;
  });
  return inside > limits.spread * total && inside > limits.leastText * group.length;
}
