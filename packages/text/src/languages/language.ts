/*! Stemmers: @orama/stemmers, Apache License 2.0, after the algorithms of the Snowball project, BSD 3-Clause License. */

import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { Problem } from "@plotline/base";
import { stem as english } from "../stem.ts";
import { stopWords as englishStopWords } from "../stop-words.ts";
import type { WordDefinition } from "../vocabulary.ts";
import abbreviations from "./data/abbreviations.json" with { type: "json" };
import stopLists from "./data/stop-words.json" with { type: "json" };

/** What is known of a language: how its texts come apart into words, and which of these count for how much. */
export interface Language {
  /** As in BCP 47: `en`, `fr`; `und` where it is not known. */
  readonly code: string;
  readonly name: string;
  /** Where words begin and end. */
  readonly words: WordDefinition;
  /** Words that carry no story. Undefined where there is no list: then words that most paragraphs have are left out. */
  readonly stopWords: ReadonlySet<string> | undefined;
  /** What a word in small letters counts as. */
  readonly stem: (word: string) => string;
  /** What a capital inside a sentence says: a name (English), any noun (German), nothing (a script without capitals). */
  readonly capitals: "names" | "nouns" | "none";
  /** Words before a full stop that ends no sentence, beyond the English ones. */
  readonly abbreviations: ReadonlySet<string>;
}

/** English, which most rules are for. */
export const englishLanguage: Language = {
  code: "en",
  name: "English",
  words: "plain",
  stopWords: englishStopWords,
  stem: english,
  capitals: "names",
  abbreviations: new Set(),
};

/** Whether words are found by the platform's segmenter. */
export function isSegmented({ words }: Language): boolean {
  return words.startsWith("segmented");
}

/** The languages with stop words and stems. */
export const richLanguages: readonly Language[] = [
  englishLanguage,
  rich("fr", "French", french),
  { ...rich("de", "German", german), capitals: "nouns" },
  rich("it", "Italian", italian),
  rich("es", "Spanish", spanish),
  rich("nl", "Dutch", dutch),
  rich("pt", "Portuguese", portuguese),
  rich("ru", "Russian", russian),
];

const known: ReadonlyMap<string, Language> = new Map(
  [
    ...richLanguages,
    ...Object.entries({ zh: "Chinese", ja: "Japanese", th: "Thai", km: "Khmer", lo: "Lao", my: "Burmese" }).map(
      ([code, name]) => ({ ...bare(code, name), words: `segmented ${code}` as const, capitals: "none" as const }),
    ),
  ].map((language) => [language.code, language]),
);

/** A language of which nothing is known but that spaces separate its words. */
export const unknownLanguage = bare("und", "a language without a word list");

/**
 * The language with this code (`fr`, `pt-BR`) or English name (`French`). One without resources is as good as it gets:
 * words as they are written, of which those that most paragraphs have are left out.
 */
export function languageNamed(wanted: string): Language {
  const lower = wanted.trim().toLowerCase();
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/.exec(lower)?.[1];
  const named = [...known.values()].find(({ name }) => name.toLowerCase() === lower);
  if (named !== undefined) return named;
  if (code === undefined || !isLanguage(code))
    throw new Problem(`There is no language "${wanted}"; give its code, such as ${someCodes}.`);
  return known.get(code) ?? bare(code, code);
}

const someCodes = "en, fr, de, it, es, nl, pt, ru, zh or ja";

/** Whether a code is one that the platform has a name for. */
function isLanguage(code: string): boolean {
  if (known.has(code) || code === unknownCode) return true;
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(code) !== undefined;
}

const unknownCode = "und";

function rich(code: keyof typeof stopLists, name: string, stem: (word: string) => string): Language {
  return {
    ...bare(code, name),
    stopWords: new Set(stopLists[code]),
    stem,
    abbreviations: new Set(abbreviations[code]),
  };
}

function bare(code: string, name: string): Language {
  return {
    code,
    name,
    words: "split",
    stopWords: undefined,
    stem: (word) => word,
    capitals: "names",
    abbreviations: new Set(),
  };
}
