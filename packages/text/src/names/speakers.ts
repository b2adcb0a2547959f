import { sumOf } from "@plotline/base";
import { tally } from "./addressed.ts";
import { folded, keyOf, notNames } from "./lexicon.ts";

/** Who speaks in a play, as the text writes them ("SKEFFLE", "CLE.", "Nora"), and whom an abbreviation stands for. */
export interface Cast {
  /** Lower-case names of one to four words, without accents. */
  readonly names: ReadonlySet<string>;
  /** "cle" is "cléante". */
  readonly abbreviations: ReadonlyMap<string, string>;
  /** How many characters at the start of a paragraph name its speaker; 0 where none does. */
  speakerLength(paragraph: string): number;
  /** The same with what follows the name before the speech begins: "GUIDERIUS, as Polydor". */
  labelLength(paragraph: string): number;
}

const capitals = String.raw`\p{Lu}[\p{Lu}’'-]+(?: (?:OF|THE|DE|LA|DU|AND)(?= \p{Lu}))?`;
/** SKEFFLE. … or QUEEN MARGARET … or MRS. LINDE. … or CLE. …: capitals at the start of a paragraph, then speech. */
const inCapitals = new RegExp(
  `^((?:(?:MRS?|DR)\\. )?${capitals}(?: ${capitals}){0,3})(?=[.:,]?(?: [^\\p{Lu}]| \\p{Lu}\\p{Ll}| [“"(\\[]|[.:] ?\\p{Lu}))`,
  "u",
);
/** Nora. … or Mrs. Linde (rising). … */
const inSmallLetters =
  /^((?:(?:Mr|Mrs|Dr)\. )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)(?=\.? ?\([^)]*\)[.:]|[.:] \p{Lu})/u;
/** GUIDERIUS, as Polydor Cloten, thou …: whom the speaker passes for. */
const disguise = /^\s*,?\s+as\s+\p{Lu}[\p{L}’'-]+(?=[\s.:])/u;

/** The cast of a work; empty for one that is not a play. */
export function castOf(paragraphs: readonly string[]): Cast {
  const loud = tallyOf(paragraphs, inCapitals);
  const quiet = tallyOf(paragraphs, inSmallLetters);
  const names = new Set<string>();
  for (const [pattern, least] of [
    [loud, 2],
    [quiet, 3],
  ] as const) {
    if (!isPlay(pattern, paragraphs.length)) continue;
    for (const [name, count] of pattern) if (count >= least && isPossible(name)) names.add(name);
  }
  const speakerLength = (paragraph: string) => {
    const name = (inCapitals.exec(paragraph) ?? inSmallLetters.exec(paragraph))?.[1] ?? "";
    return names.has(keyOfName(name)) ? name.length : 0;
  };
  const labelLength = (paragraph: string) => {
    const length = speakerLength(paragraph);
    return length === 0 ? 0 : length + (disguise.exec(paragraph.slice(length))?.[0].length ?? 0);
  };
  return { names, abbreviations: abbreviationsAmong(names, paragraphs), speakerLength, labelLength };
}

function tallyOf(paragraphs: readonly string[], pattern: RegExp): Map<string, number> {
  return tally(paragraphs.map((each) => keyOfName(pattern.exec(each)?.[1])).filter((name) => name !== ""));
}

/** In a play a good part of the paragraphs are speeches, by people who speak again. */
function isPlay(speakers: ReadonlyMap<string, number>, paragraphs: number): boolean {
  const speeches = sumOf([...speakers.values()].filter((count) => count >= 3));
  return speeches >= 10 && speeches > 0.3 * paragraphs;
}

const romanNumeral = /^(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/** Numbered paragraphs and general terms speak for nobody. */
function isPossible(name: string): boolean {
  if (romanNumeral.test(name)) return false;
  return name.split(" ").some((word) => !notNames.has(keyOf(word)) || /^(?:king|queen|prince|duke|lady)$/.test(word));
}

/** A short label whose letters begin one longer name stands for it, if nobody is called so in a speech: ELI. is ÉLISE. */
function abbreviationsAmong(names: ReadonlySet<string>, paragraphs: readonly string[]): Map<string, string> {
  const short = [...names].filter((name) => lastWord(name).length <= mostLetters);
  if (short.length === 0) return new Map();
  const { written, spoken } = wordsOf(paragraphs);
  return new Map(
    short.flatMap((name) => {
      const [first, second] = [...written]
        .filter(
          ([word]) => word.startsWith(name) && word.length > name.length + 1 && !word.slice(name.length).includes(" "),
        )
        .sort(([, a], [, b]) => b - a);
      const isSure = first !== undefined && first[1] >= clearly * (second?.[1] ?? 0);
      return isSure && (spoken.get(name) ?? 0) === 0 ? [[name, first[0]]] : [];
    }),
  );
}

/** "BRIND.", "LA FL.": the last word of a label that is cut has no more letters. */
const mostLetters = 5;
/** How many times as often as another a name must be written to be meant. */
const clearly = 4;

/**
 * How often words, and pairs of words, that begin with a capital are written where no sentence begins, or all in capitals; and
 * how often outside the labels of speeches. A word that is also written small is no name.
 */
function wordsOf(paragraphs: readonly string[]) {
  const written = new Map<string, number>();
  const spoken = new Map<string, number>();
  const small = new Set<string>();
  for (const paragraph of paragraphs) {
    for (const [word] of paragraph.matchAll(/(?<![\p{L}’'])\p{Ll}[\p{L}’'-]+/gu)) small.add(keyOfName(word));
    for (const { 1: before = "", 2: name = "", index } of paragraph.matchAll(named)) {
      const key = keyOfName(name.replace(/['’]s?$/iu, ""));
      const pair = keyOfName(`${before}${key}`);
      const isCapitals = name === name.toUpperCase();
      if (index > 0 && !isCapitals) add(spoken, key, pair);
      if (isCapitals || (index > 0 && !sentenceEnd.test(paragraph.slice(Math.max(0, index - 8), index))))
        add(written, key, pair);
    }
  }
  for (const word of written.keys()) if (small.has(word)) written.delete(word);
  return { written, spoken };
}

const sentenceEnd = /[.!?:]["”’')\]]*\s*$/u;

/** A word with a capital, and another before it. */
const named = /(?<![\p{L}’']|\p{L}-)(\p{Lu}[\p{L}]* )?(\p{Lu}[\p{L}’'-]*\p{L})(?![\p{L}])/gu;

function add(counts: Map<string, number>, ...keys: readonly string[]): void {
  for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

function keyOfName(name = ""): string {
  return folded(name.toLowerCase());
}
