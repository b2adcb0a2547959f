import { sumOf } from "@plotline/base";
import { parseName } from "./group.ts";
import { isTitle } from "./lexicon.ts";
import type { NameType } from "./perceptron.ts";

/** Somebody, some place or some body of people that a work names. */
export interface Entity {
  /** Its most telling name: the fullest of the frequent ones. */
  readonly name: string;
  readonly type: NameType;
  /** Every spelling with its number of mentions, most frequent first. */
  readonly forms: readonly { readonly text: string; readonly count: number }[];
  /** Mentions in the story; 0 for what only texts about it name. */
  readonly count: number;
}

/** A spelling of a name. */
export interface Form {
  readonly text: string;
  readonly key: string;
  readonly votes: Record<NameType, number>;
  count: number;
  /** How often the story and texts about it use this spelling. */
  readonly seen: Record<"story" | "about", number>;
}

export function published({ text, count }: Form): { text: string; count: number } {
  return { text, count };
}

/**
 * The most frequent form, or a fuller one at least a fifth as frequent; not one of a heading, "Critics of Rat", nor one that
 * occurs once and may be a name and the next verse's first word, "Claribel Measure".
 */
export function tellingName(forms: readonly Form[]): string {
  const [first] = forms as readonly [Form, ...Form[]];
  const known = parseName(first.text).names;
  const fuller = forms.filter(
    ({ text, count }) =>
      text.length > first.text.length &&
      known.every((part) => parseName(text).names.includes(part)) &&
      count * 5 >= first.count &&
      !isPhrase(text) &&
      !/^(?:St\.?|Saint|Misses|Messrs\.?|Messieurs) /.test(text) &&
      (count > 1 || parseName(text).gender !== undefined),
  );
  return (fuller[0] ?? first).text;
}

/** Something "of" somebody; a "King of Spain" has a title. */
function isPhrase(text: string): boolean {
  const [first = "", ...more] = text.toLowerCase().split(" ");
  return more.includes("of") && !isTitle(first);
}

export function typeOf({ votes }: Form): NameType {
  if (votes.PERSON >= votes.LOCATION && votes.PERSON >= votes.ORGANIZATION) return "PERSON";
  return votes.LOCATION >= votes.ORGANIZATION ? "LOCATION" : "ORGANIZATION";
}

export function total(forms: readonly Form[]): number {
  return sumOf(forms, ({ count }) => count);
}
