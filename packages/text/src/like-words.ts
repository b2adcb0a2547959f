import { once } from "@plotline/base";
import forms from "./data/irregular-forms.json" with { type: "json" };
import groups from "./data/like-words.json" with { type: "json" };
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

/**
 * What a stemmer cannot see: guides are in the present tense, books in the past (weeps, wept), and they use other words
 * (dad, papa, father). Both lists are general English, written by hand, from no text. The commonest verbs (go, say,
 * take) are not in the first: they are in every paragraph, and would only make all paragraphs alike.
 */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([base, others]) => others.map((form) => [form, base] as const)),
);

/** For the stem of a word that is like others the stem of the first of them. */
export const likeStems = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      groups.flatMap((group) => {
        const first = stem(group[0]!);
        return group.map((word) => [stem(irregularForms.get(word) ?? word), first] as const);
      }),
    ),
);

/**
 * What a word in small letters counts as: the stem of its base form, or of the first of the words like it. A stop word
 * stays what it is.
 */
export function likeStem(word: string): string {
  if (stopWords.has(word)) return word;
  const own = stem(irregularForms.get(word) ?? word);
  return likeStems().get(own) ?? own;
}
