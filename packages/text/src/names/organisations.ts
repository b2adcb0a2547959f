import {
  determiners,
  isCapital,
  notNames,
  organisationHeads,
  organisationSuffixes,
  organisationTails,
  organisationWords,
} from "./lexicon.ts";
import type { TaggedSpan } from "./perceptron.ts";
import { overlap } from "./spans.ts";

interface Spelled {
  readonly surface: string;
  readonly key: string;
}

/**
 * LitBank names 28 organisations in 100 novels, too few to learn from; but their names say what they are. Three shapes:
 * "Combs Car Company" and "Tellson's Bank" (a name, then what it is), "Committee of Public Safety" (what it is, then
 * of what), and a few that are one word ("Parliament"). Spans of the tagger that overlap one give way to it.
 */
export function withOrganisations(spans: readonly TaggedSpan[], words: readonly Spelled[]): TaggedSpan[] {
  const found = organisationsIn(words);
  if (found.length === 0) return [...spans];
  const others = spans.filter((span) => !found.some((organisation) => overlap(organisation, span)));
  return [...others, ...found].sort((a, b) => a.start - b.start);
}

function organisationsIn(words: readonly Spelled[]): TaggedSpan[] {
  const found: TaggedSpan[] = [];
  for (let k = 0; k < words.length; k++) {
    const end = endOfName(words, k);
    if (end === undefined) continue;
    const start = startOfName(words, k, found.at(-1)?.end ?? 0);
    if (end - start < 2 && !organisationWords.has(words[k]?.key ?? "")) continue;
    found.push({ start, end, type: "ORGANIZATION" });
    k = end - 1;
  }
  return found;
}

/** Where the name ends whose word for an organisation is word `k`; undefined where that word is none. */
function endOfName(words: readonly Spelled[], k: number): number | undefined {
  const { surface, key } = words[k] as Spelled;
  if (!isCapital(surface)) return undefined;
  if (isHead(key) && words[k + 1]?.key === "of") {
    const end = endOfComplement(words, k + 2);
    if (end !== undefined) return end;
  }
  // "Congress Hall" and "Young Men's Society Hall" are houses.
  const isLast = !isCapital(words[k + 1]?.surface ?? "");
  return isLast && (organisationWords.has(key) || organisationSuffixes.has(key)) ? k + 1 : undefined;
}

/** "of Public Safety", "of the Seven Seals"; what a house is of must be on the list, else it is a building. */
function endOfComplement(words: readonly Spelled[], from: number): number | undefined {
  const first = words[from]?.key === "the" ? from + 1 : from;
  let end = first;
  while (isCapital(words[end]?.surface ?? "")) end++;
  if (end === first) return undefined;
  const house = words[from - 2]?.key === "house";
  return house && !organisationTails.has(words[end - 1]?.key ?? "") ? undefined : end;
}

/** Back over capitalised words and "'s", to the first that is no article: "the Leichardt's Land Steam Navigation Company". */
function startOfName(words: readonly Spelled[], k: number, least: number): number {
  let start = k;
  while (start > least && (isCapital(words[start - 1]?.surface ?? "") || isPossessive(words, start - 1, least)))
    start--;
  while (start < k && (determiners.has(words[start]?.key ?? "") || notNames.has(words[start]?.key ?? ""))) start++;
  return start;
}

function isHead(key: string): boolean {
  return organisationHeads.has(key) || organisationSuffixes.has(key);
}

function isPossessive(words: readonly Spelled[], k: number, least: number): boolean {
  return k > least && /^['’]s?$/.test(words[k]?.surface ?? "") && isCapital(words[k - 1]?.surface ?? "");
}

/** "& Co." and the like right after a name belong to it. */
export function withCompany(span: TaggedSpan, words: readonly Spelled[]): TaggedSpan {
  const and = words[span.end];
  const company = words[span.end + 1];
  if (and === undefined || company === undefined || !/^(?:&|and)$/i.test(and.surface)) return span;
  const tail = /^(?:co|company|sons|brothers|bros)$/.test(company.key) && isCapital(company.surface);
  return tail ? { start: span.start, end: span.end + 2, type: "ORGANIZATION" } : span;
}
