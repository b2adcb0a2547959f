import { at, type Matrix, type Passages } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { fieldsOf, itemsIn, numberIn } from "./answer.ts";
import type { Reply } from "./model/request.ts";
import { oneLine } from "./plain.ts";
import { longestQuote, mostLinks, type Sure, steps } from "./prompt/prompt.ts";
import type { Window } from "./prompt/windows.ts";
import { quoteFault } from "./quote.ts";

/** A link of the model whose quote is in its paragraph. */
export interface JudgedLink {
  readonly story: number;
  readonly quote: string;
  readonly sure: Sure;
}

/** What an answer says about a point. */
export interface JudgedPoint {
  readonly links: readonly JudgedLink[];
  /** Paragraphs that it names with a fault: neither a link nor its absence follows. */
  readonly doubtful: readonly number[];
}

export interface Checked {
  readonly accepted: ReadonlyMap<number, JudgedPoint>;
  /** What is wrong, as the rest of a sentence; a point that has links that hold is accepted all the same. */
  readonly faults: ReadonlyMap<number, string>;
}

/**
 * Checks an answer against the texts, link by link. A point without links is an answer; one whose every link has a fault
 * is none. Numbers are those that the model saw, from 1.
 */
export function checkAnswer(reply: Reply, { story }: Passages, { points, paragraphs }: Window): Checked {
  const answers = itemsIn(reply.text, "points", (value) => Array.isArray(value["links"]) && "point" in value);
  const linksOf = new Map(answers.map(({ point, links }) => [numberIn(point), links as unknown[]]));
  const shown = new Set(paragraphs);
  const accepted = new Map<number, JudgedPoint>();
  const faults = new Map<number, string>();
  for (const point of points) {
    const links = linksOf
      .get(point + 1)
      ?.slice(0, mostLinks)
      .map((value) => checkLink(value, story, shown));
    const fault = links === undefined ? missing(reply) : links.find((each) => each.fault !== undefined)?.fault;
    if (fault !== undefined) faults.set(point, fault);
    const answer = pointOf(links ?? []);
    if (fault === undefined || answer.links.length > 0) accepted.set(point, answer);
  }
  return { accepted, faults };
}

function missing({ refusal, cutOff }: Reply): string {
  if (refusal !== undefined) return "it was declined";
  return cutOff ? "the answer was cut off before it" : "it is missing";
}

interface CheckedLink extends JudgedLink {
  readonly fault?: string;
}

function checkLink(value: unknown, story: readonly string[], shown: ReadonlySet<number>): CheckedLink {
  const { paragraph, quote, sure } = fieldsOf(value);
  const number = numberIn(paragraph);
  const step = steps.find((each) => typeof sure === "string" && each === sure.trim().toLowerCase());
  const link = { story: (number ?? 0) - 1, quote: shortened(quote), sure: step ?? "possible" };
  const fault = () => {
    if (number === undefined) return "a link has no whole number of a paragraph";
    if (!shown.has(link.story)) return `there is no paragraph ${number} above`;
    if (typeof quote !== "string") return `the link to paragraph ${number} has no quote`;
    const wrong = quoteFault(link.quote, story[link.story] ?? "");
    if (wrong !== undefined)
      return `"${link.quote.slice(0, 80)}" ${wrong} paragraph ${number}${wrong === "is not in" ? "" : ": quote more of it"}`;
    return step === undefined ? `the link to paragraph ${number} does not say how sure it is` : undefined;
  };
  return { ...link, fault: fault() };
}

/** A server that keeps to the limit of a quote cuts its last word. */
function shortened(quote: unknown): string {
  const line = oneLine(typeof quote === "string" ? quote : "");
  return line.length < longestQuote ? line : line.slice(0, longestQuote).replace(/\s\S*$/, "");
}

/** Each paragraph once, with the surest step. */
function pointOf(links: readonly CheckedLink[]): JudgedPoint {
  const good = new Map<number, JudgedLink>();
  for (const { fault, ...link } of links) {
    const known = good.get(link.story);
    if (fault === undefined && (known === undefined || steps.indexOf(link.sure) < steps.indexOf(known.sure)))
      good.set(link.story, link);
  }
  const doubtful = links.filter(({ fault, story }) => fault !== undefined && !good.has(story));
  return {
    links: [...good.values()].sort((a, b) => a.story - b.story),
    doubtful: doubtful.map(({ story }) => story),
  };
}

/** Takes out a paragraph that serves most points, though plotline expects half as many at most: what weak models do. */
export function withoutOverused({ accepted, faults }: Checked, likely: Matrix): Checked {
  const linked = [...accepted].filter(([, { links }]) => links.length > 0);
  const users = (story: number) => linked.filter(([, { links }]) => links.some((link) => link.story === story));
  const isOverused = (story: number) => {
    const found = users(story);
    const expected = sumOf(found, ([point]) => at(likely, point, story));
    return found.length >= fewestUsers && found.length > Math.max(linked.length / 2, 2 * expected);
  };
  const all = new Set(linked.flatMap(([, { links }]) => links.map(({ story }) => story)));
  const [kept, wrong] = [new Map(accepted), new Map(faults)];
  for (const story of [...all].filter(isOverused))
    for (const [point] of users(story)) {
      const { links, doubtful } = kept.get(point)!;
      wrong.set(point, `paragraph ${story + 1} is given for most points, and can hardly be about all of them`);
      kept.set(point, { links: links.filter((link) => link.story !== story), doubtful: [...doubtful, story] });
    }
  return {
    accepted: new Map([...kept].filter(([point, { links }]) => links.length > 0 || !wrong.has(point))),
    faults: wrong,
  };
}

/** Of fewer points nothing can be said. */
const fewestUsers = 4;
