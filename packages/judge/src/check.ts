import type { Passages } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { type Fields, objectsIn } from "./answer.ts";
import type { Reply } from "./model/request.ts";
import { oneLine } from "./plain.ts";
import { type Sure, steps } from "./prompt/prompt.ts";
import type { Window } from "./prompt/windows.ts";

/** A link of the model whose quote is in its paragraph. */
export interface JudgedLink {
  readonly story: number;
  readonly quote: string;
  readonly sure: Sure;
}

/**
 * Checks an answer against the texts: the links of each point that was answered without a fault, where an empty list is
 * an answer, and of the others what is wrong, as the rest of a sentence. Numbers are those that the model saw, from 1.
 */
export function checkAnswer(reply: Reply, { story }: Passages, { bullets, paragraphs }: Window) {
  const points = pointsIn(reply.text);
  const accepted = new Map<number, readonly JudgedLink[]>();
  const faults = new Map<number, string>();
  const shown = new Set(paragraphs);
  for (const bullet of bullets) {
    const own = points.filter(({ point }) => point === bullet + 1);
    const checked = own.length === 0 ? missing(reply) : checkLinks(own, story, shown);
    if (typeof checked === "string") faults.set(bullet, checked);
    else accepted.set(bullet, checked);
  }
  return { accepted, faults };
}

function missing({ refusal, cutOff }: Reply): string {
  if (refusal !== undefined) return "it was declined";
  return cutOff ? "the answer was cut off before it" : "it is missing";
}

interface Point {
  readonly point: number;
  readonly links: readonly unknown[];
}

function pointsIn(text: string): Point[] {
  const isPoint = (value: Fields) => Array.isArray(value["links"]) && "point" in value;
  const found = objectsIn(text, (value) => Array.isArray(value["points"]) || isPoint(value));
  const all = found.flatMap((value) => (Array.isArray(value["points"]) ? (value["points"] as unknown[]) : [value]));
  return all.flatMap((value) => {
    const fields = (typeof value === "object" && value !== null ? value : {}) as Fields;
    const number = fields["point"];
    return isPoint(fields) && typeof number === "number"
      ? [{ point: number, links: fields["links"] as unknown[] }]
      : [];
  });
}

/** The links of a point, each paragraph once, or the first fault. */
function checkLinks(points: readonly Point[], story: readonly string[], shown: ReadonlySet<number>) {
  const links = new Map<number, JudgedLink>();
  for (const value of points.flatMap((point) => point.links)) {
    const link = checkLink(value, story, shown);
    if (typeof link === "string") return link;
    const known = links.get(link.story);
    if (known === undefined || steps.indexOf(link.sure) < steps.indexOf(known.sure)) links.set(link.story, link);
  }
  return [...links.values()].sort((a, b) => a.story - b.story);
}

function checkLink(value: unknown, story: readonly string[], shown: ReadonlySet<number>): JudgedLink | string {
  const { paragraph, quote, sure } = (typeof value === "object" && value !== null ? value : {}) as Fields;
  if (typeof paragraph !== "number" || !Number.isInteger(paragraph)) return "a link has no whole number of a paragraph";
  const place = paragraph - 1;
  if (!shown.has(place)) return `there is no paragraph ${paragraph} above`;
  if (typeof quote !== "string") return `the link to paragraph ${paragraph} has no quote`;
  if (!isQuoted(quote, story[place] ?? "")) return quoteFault(quote, paragraph, story, shown);
  const step = steps.find((each) => typeof sure === "string" && each === sure.trim().toLowerCase());
  if (step === undefined) return `the link to paragraph ${paragraph} does not say how sure it is`;
  return { story: place, quote: oneLine(quote).slice(0, longestQuote), sure: step };
}

const longestQuote = 300;

function quoteFault(quote: string, paragraph: number, story: readonly string[], shown: ReadonlySet<number>): string {
  const elsewhere = [...shown].find((place) => isQuoted(quote, story[place] ?? ""));
  const where = elsewhere === undefined ? "" : `; paragraph ${elsewhere + 1} has it`;
  return `"${oneLine(quote).slice(0, 80)}" is not in paragraph ${paragraph}${where}`;
}

/** Whether a paragraph has these words, whatever its punctuation, accents and capitals. An ellipsis leaves words out. */
export function isQuoted(quote: string, paragraph: string): boolean {
  const whole = bare(paragraph);
  const pieces = quote.split(/…|\.\.\.+|\[…\]/).map(bare);
  const length = sumOf(pieces, (piece) => piece.length);
  if (length === 0 || length < Math.min(shortest, whole.length)) return false;
  let at = 0;
  for (const piece of pieces) {
    const found = whole.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Letters that a quote must have, unless its paragraph has fewer: less than this is in every paragraph. */
const shortest = 8;

/** Letters and digits alone: a book's "to-day", “To-day” and a model's "today" are one. Mark-up is left out. */
function bare(text: string): string {
  return text
    .replace(/<\/?[A-Za-z][^<>]{0,40}>/g, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
