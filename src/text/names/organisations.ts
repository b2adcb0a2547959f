import { isCapital, organisationHeads, organisationSuffixes, organisationTails } from "./lexicon.ts";
import type { Span } from "./perceptron.ts";

/** LitBank holds too few organisations to learn from, but their names say what they are: "… Company", "Bank of …". */
export function organisationOr(span: Span, words: readonly { readonly surface: string; readonly key: string }[]): Span {
  const inside = words.slice(span.start, span.end);
  return isOrganisation(inside.map(({ key }) => key)) ? { ...span, type: "ORGANIZATION" } : span;
}

export function isOrganisation(keys: readonly string[]): boolean {
  if (keys.length < 2) return false;
  const last = keys.at(-1) ?? "";
  if (organisationSuffixes.has(last) && last !== "&") return true;
  const of = keys.indexOf("of");
  return of > 0 && organisationHeads.has(keys[of - 1] ?? "") && organisationTails.has(last);
}

/** "& Co." and the like right after a name belong to it. */
export function withCompany(span: Span, words: readonly { readonly surface: string; readonly key: string }[]): Span {
  const and = words[span.end];
  const company = words[span.end + 1];
  if (and === undefined || company === undefined || !/^(?:&|and)$/i.test(and.surface)) return span;
  const tail = /^(?:co|company|sons|brothers|bros)$/.test(company.key) && isCapital(company.surface);
  return tail ? { start: span.start, end: span.end + 2, type: "ORGANIZATION" } : span;
}
