import { tally } from "../names/addressed.ts";
import { englishLanguage, type Language, languageNamed, richLanguages, unknownLanguage } from "./language.ts";

/** What has a language: texts, and perhaps what somebody said of them. */
export interface Written {
  readonly story: readonly string[];
  readonly summary?: readonly string[];
  /** The code of the language, where it is given. */
  readonly language?: string;
}

/**
 * The language of a story with its summary: what is given, else what the words say. A guide in English to a text in another
 * language shares names with it, and little else.
 */
export function languageOf({ story, summary, language }: Written): Language {
  if (language !== undefined) return languageNamed(language);
  const known = detected.get(story);
  if (known !== undefined) return known;
  const found = summary !== undefined && isPlainlyEnglish(summary) ? englishLanguage : detectLanguage(story);
  detected.set(story, found);
  return found;
}

const detected = new WeakMap<readonly string[], Language>();

/**
 * The language that some texts are in, by their script and by how many of their words are stop words of each language. In
 * doubt it is English: a few words say too little.
 */
export function detectLanguage(texts: readonly string[]): Language {
  if (isPlainlyEnglish(texts)) return englishLanguage;
  const sample = sampleOf(texts);
  const byScript = languageByScript(sample);
  if (byScript !== undefined) return byScript;
  const words = wordsIn(sample);
  const shares = new Map(richLanguages.map((language) => [language, shareOf(words, language)]));
  const english = shares.get(englishLanguage)!;
  const [best, share] = [...shares].reduce((most, each) => (each[1] > most[1] ? each : most));
  if (words.length < fewestWords) return englishLanguage;
  if (share >= leastShare && share > clearly * english) return best;
  const isNone = english < leastEnglish && share < leastShare && words.length >= enoughWords;
  return isNone ? unknownLanguage : englishLanguage;
}

/** A look at the beginning of a few paragraphs, which is enough for nearly every English text. */
function isPlainlyEnglish(texts: readonly string[]): boolean {
  let [words, stops] = [0, 0];
  const step = Math.max(1, Math.floor(texts.length / glances));
  for (let k = 0; k < texts.length; k += step) {
    const glance = wordsIn(texts[k]!.slice(0, glanceCharacters));
    words += glance.length;
    stops += glance.filter((word) => englishLanguage.stopWords!.has(word)).length;
  }
  return words >= fewestWords && stops >= plainEnglish * words;
}

const glances = 5;
const glanceCharacters = 160;
/** From this share of stop words on a text is English without looking further. */
const plainEnglish = 0.3;

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** Of fewer words nothing is said. */
const fewestWords = 8;
/** Texts of a language have at least this share of words that are stop words of it alone, or shared with few. */
const leastShare = 0.12;
/** Another language must be this much more likely than English. */
const clearly = 1.5;
/** With this many words, a smaller share of English stop words than this, and no other language, the language is unknown. */
const enoughWords = 60;
const leastEnglish = 0.08;

/** A stop word of several languages counts for each of them as much less. */
function shareOf(words: readonly string[], { stopWords }: Language): number {
  let sum = 0;
  for (const word of words) if (stopWords!.has(word)) sum += 1 / (speakers.get(word) ?? 1);
  return sum / Math.max(1, words.length);
}

/** How many languages have each stop word. */
const speakers: ReadonlyMap<string, number> = tally(richLanguages.flatMap(({ stopWords }) => [...stopWords!]));

/** Some paragraphs from all over a text, each up to some length. */
function sampleOf(texts: readonly string[]): string {
  const step = Math.max(1, Math.floor(texts.length / mostParagraphs));
  let sample = "";
  for (let k = 0; k < texts.length && sample.length < mostCharacters; k += step)
    sample += `${texts[k]!.slice(0, paragraphCharacters)}\n`;
  return sample;
}

const mostParagraphs = 16;
const paragraphCharacters = 400;
const mostCharacters = 6400;

/** What a script alone decides; undefined for Latin letters. */
function languageByScript(sample: string): Language | undefined {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 >= letters) return undefined;
  const share = (script: RegExp) => (sample.match(script)?.length ?? 0) / letters;
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return languageNamed("ja");
  for (const [code, script] of scripts) if (share(script) > 0.4) return languageNamed(code);
  if (share(/\p{Script=Cyrillic}/gu) > 0.4) return isRussian(sample) ? languageNamed("ru") : unknownLanguage;
  return unknownLanguage;
}

/** Other Slavic languages have letters of their own; `і` was Russian too, before 1918, when `ѣ` was. */
function isRussian(sample: string): boolean {
  return /ѣ/iu.test(sample) || !/[іїєґўјљњћђџѓќѕ]/iu.test(sample);
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["km", /\p{Script=Khmer}/gu],
  ["lo", /\p{Script=Lao}/gu],
  ["my", /\p{Script=Myanmar}/gu],
];
