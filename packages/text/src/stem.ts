import { groupedBy } from "@plotline/base";
import rules from "./data/stemming.json" with { type: "json" };

/**
 * The Snowball stemmer for English (Porter 2, snowballstem.org/algorithms/english/stemmer.html), NLTK's edition.
 * Lower-case words in, stems out: `happiness` and `happy` become `happi`, `happily` becomes `happili`.
 */
export function stem(word: string): string {
  if (word.length <= 2) return word;
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  const isPlain = !/['‘’‛yY]/.test(word);
  const marked = isPlain ? word : markConsonantY(word.replace(/[‘’‛]/g, "'").replace(/^'/, ""));
  const regions = findRegions(marked);
  let stemmed = isPlain ? marked : dropPossessive(marked);
  stemmed = dropPlural(stemmed);
  stemmed = dropPast(stemmed, regions);
  if (!isPlain) stemmed = stemmed.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  stemmed = replaceSuffix(stemmed, step2, regions.first, step2Allows);
  stemmed = replaceSuffix(stemmed, step3, regions.first, (stemmed, suffix) =>
    suffix === "ative" ? stemmed.length - suffix.length >= regions.second : true,
  );
  stemmed = dropSuffix(stemmed, regions.second);
  stemmed = dropFinal(stemmed, regions);
  return isPlain ? stemmed : stemmed.replaceAll("Y", "y");
}

const exceptions = new Map(Object.entries(rules.exceptions));

/** Suffixes by their last letter, in their order: most words end with none of them, and one look suffices. */
type Suffixes = ReadonlyMap<string, readonly (readonly string[])[]>;

const step2 = byLastLetter(rules.step2);
const step3 = byLastLetter(rules.step3);
const step4 = byLastLetter(rules.step4.map((suffix) => [suffix]));

function byLastLetter(suffixes: readonly (readonly string[])[]): Suffixes {
  return groupedBy(suffixes, ([suffix]) => suffix?.at(-1) ?? "");
}

/** A suffix may be dropped only where enough of the word is left: from these places on. */
interface Regions {
  readonly first: number;
  readonly second: number;
}

/** A `y` that sounds as a consonant is written `Y`: at the start of a word, and after a vowel. */
function markConsonantY(word: string): string {
  const letters = [...word];
  for (const [k, letter] of letters.entries())
    if (letter === "y" && (k === 0 || isVowel(letters[k - 1]))) letters[k] = "Y";
  return letters.join("");
}

/** After the first consonant that follows a vowel, and after the next such; a few prefixes have their own first. */
function findRegions(word: string): Regions {
  const prefix = ["gener", "commun", "arsen"].find((start) => word.startsWith(start));
  const first = prefix?.length ?? regionFrom(word, 0);
  return { first, second: regionFrom(word, first) };
}

function regionFrom(word: string, start: number): number {
  for (let k = start + 1; k < word.length; k++) if (!isVowel(word[k]) && isVowel(word[k - 1])) return k + 1;
  return word.length;
}

function dropPossessive(word: string): string {
  return word.replace(/(?:'s'|'s|')$/, "");
}

function dropPlural(word: string): string {
  const last = word[word.length - 1];
  if (last !== "s" && last !== "d") return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || /[us]s$/.test(word)) return word;
  return /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function dropPast(word: string, { first }: Regions): string {
  const last = word[word.length - 1];
  if (last !== "d" && last !== "g" && last !== "y") return word;
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= first ? `${word.slice(0, eed.index)}ee` : word;
  const past = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (!past || !/[aeiouy]/.test(word.slice(0, past.index))) return word;
  const stemmed = word.slice(0, past.index);
  if (/(?:at|bl|iz)$/.test(stemmed)) return `${stemmed}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stemmed)) return stemmed.slice(0, -1);
  return first >= stemmed.length && endsShort(stemmed) ? `${stemmed}e` : stemmed;
}

/** `hop`, `at`: a short word that lost its `e` (hoping, ated). */
function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word);
}

type Allows = (word: string, suffix: string) => boolean;

/** The longest suffix that the word has decides, whether or not it may go. */
function replaceSuffix(word: string, suffixes: Suffixes, from: number, allows: Allows): string {
  for (const [suffix = "", replacement = ""] of suffixes.get(word[word.length - 1] ?? "") ?? []) {
    if (!word.endsWith(suffix)) continue;
    const start = word.length - suffix.length;
    return start >= from && allows(word, suffix) ? word.slice(0, start) + replacement : word;
  }
  return word;
}

function step2Allows(word: string, suffix: string): boolean {
  if (suffix === "ogi") return word.at(-4) === "l";
  if (suffix === "li") return /[cdeghkmnrt]li$/.test(word);
  return true;
}

function dropSuffix(word: string, from: number): string {
  const [suffix] = step4.get(word[word.length - 1] ?? "")?.find(([candidate = ""]) => word.endsWith(candidate)) ?? [];
  if (suffix === undefined || word.length - suffix.length < from) return word;
  if (suffix === "ion" && !/[st]ion$/.test(word)) return word;
  return word.slice(0, -suffix.length);
}

function dropFinal(word: string, { first, second }: Regions): string {
  const last = word.length - 1;
  if (word.endsWith("ll") && last >= second) return word.slice(0, -1);
  if (!word.endsWith("e")) return word;
  if (last >= second) return word.slice(0, -1);
  return last >= first && !endsShort(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && "aeiouy".includes(letter);
}
