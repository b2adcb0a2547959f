import { sumOf } from "../../lists.ts";
import { at } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { stem } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import { upperBound } from "../model/cost.ts";
import type { Own } from "../own.ts";
import { oneLine } from "../plain.ts";
import type { Fits, Window } from "./windows.ts";

/** A paragraph is shown for a point when plotline gives their link at least this probability. */
const leastLikely = 0.12;
/** What a request costs beyond its texts, in tokens. */
const perRequest = 520;
/** What the answer about a point costs, and about one that is worth asking about, which has more links. */
export const perPoint = 60;
const perDoubtfulPoint = 80;

/**
 * Which points of a chapter are worth asking about. A point's worth is how many of its cells plotline expects to get
 * wrong, as a share of the chapter's links, since F is a share too; its price is the text that must be shown for it.
 */
export class Focus {
  /** The points, best value first, with the cumulative gain and cost. */
  private readonly ranked: readonly { readonly bullet: number; readonly worth: number; readonly tokens: number }[];
  private readonly needed: readonly (readonly number[])[];

  constructor(
    private readonly chapter: Passages,
    private readonly own: Own,
  ) {
    this.needed = chapter.summary.map((_, bullet) => neededBy(bullet, own));
    this.ranked = this.rank();
  }

  /** The points whose worth is more than this for each token, the request itself included. */
  bullets(worthPerToken: number): number[] {
    let [count, best] = [0, 0];
    this.ranked.forEach(({ worth, tokens }, k) => {
      const left = worth - worthPerToken * tokens;
      if (left > best) [count, best] = [k + 1, left];
    });
    return this.ranked
      .slice(0, count)
      .map(({ bullet }) => bullet)
      .sort((a, b) => a - b);
  }

  /** The cost of the points that are worth this much. */
  tokens(worthPerToken: number): number {
    const { length } = this.bullets(worthPerToken);
    return length === 0 ? 0 : this.ranked[length - 1]!.tokens;
  }

  windows(bullets: readonly number[], fits: Fits): Window[] {
    if (bullets.length === 0) return [];
    const window = this.window(bullets);
    if (bullets.length === 1 || fits(window)) return [window];
    const middle = Math.ceil(bullets.length / 2);
    return [...this.windows(bullets.slice(0, middle), fits), ...this.windows(bullets.slice(middle), fits)];
  }

  private window(bullets: readonly number[]): Window {
    const { summary, story } = this.chapter;
    const paragraphs = [...new Set(bullets.flatMap((bullet) => this.needed[bullet] ?? []))].sort((a, b) => a - b);
    const wanting = (place: number) => bullets.filter((bullet) => this.needed[bullet]?.includes(place));
    const excerpts = paragraphs.map((place) => {
      const points = wanting(place).map((bullet) => summary[bullet] ?? "");
      return [place, excerpt(story[place] ?? "", points)] as const;
    });
    return { bullets, paragraphs, excerpts: new Map(excerpts) };
  }

  private rank() {
    const { summary, story } = this.chapter;
    const prices = story.map((text, place) => priceOf(excerpt(text, this.pointsAt(place))));
    const links = expectedLinks(this.own);
    const shown = new Set<number>();
    const left = new Set(summary.keys());
    const ranked: { bullet: number; worth: number; tokens: number }[] = [];
    let [worth, tokens] = [0, perRequest];
    while (left.size > 0) {
      const price = (bullet: number) =>
        priceOf(summary[bullet] ?? "") +
        perDoubtfulPoint +
        sumOf(this.needed[bullet]!, (place) => (shown.has(place) ? 0 : prices[place]!));
      const rate = (bullet: number) => expectedErrors(bullet, this.needed[bullet]!, this.own) / price(bullet);
      const bullet = [...left].reduce((best, each) => (rate(each) > rate(best) ? each : best));
      worth += expectedErrors(bullet, this.needed[bullet]!, this.own) / links;
      tokens += price(bullet);
      for (const place of this.needed[bullet]!) shown.add(place);
      left.delete(bullet);
      ranked.push({ bullet, worth, tokens });
    }
    return ranked;
  }

  private pointsAt(place: number): string[] {
    return this.chapter.summary.filter((_, bullet) => this.needed[bullet]?.includes(place));
  }
}

/** The worth per token above which asking costs this share of asking about everything. */
export function worthFor(share: number, focuses: readonly Focus[], everything: number): number {
  let [low, high] = [1e-8, 1];
  for (let round = 0; round < 60; round++) {
    const middle = Math.sqrt(low * high);
    const tokens = sumOf(focuses, (focus) => focus.tokens(middle));
    if (tokens > share * everything) low = middle;
    else high = middle;
  }
  return high;
}

function priceOf(text: string): number {
  return 3 + upperBound.count(text);
}

function neededBy(bullet: number, { likely, links }: Own): number[] {
  const needed = new Set(links.filter(({ summary }) => summary === bullet).map(({ story }) => story));
  for (let place = 0; place < likely.columns; place++) if (at(likely, bullet, place) >= leastLikely) needed.add(place);
  return [...needed].sort((a, b) => a - b);
}

/** How many of these cells plotline expects to get wrong: links that are not, and missed ones. */
function expectedErrors(bullet: number, places: readonly number[], { likely, links }: Own): number {
  const linked = new Set(links.filter(({ summary }) => summary === bullet).map(({ story }) => story));
  return places.reduce((sum, place) => {
    const p = at(likely, bullet, place);
    return sum + (linked.has(place) ? 1 - p : p);
  }, 0);
}

function expectedLinks({ likely, links }: Own): number {
  let expected = 0;
  for (let cell = 0; cell < likely.values.length; cell++) expected += likely.values[cell]!;
  return Math.max(1, (links.length + expected) / 2);
}

/** How many words of a long paragraph are shown: its first, and the stretch that shares most with some points. */
const words = { first: 12, stretch: 26 };

/** A long paragraph cut down for a reader who looks for these points; a short one as it is. */
function excerpt(paragraph: string, points: readonly string[]): string {
  const all = oneLine(paragraph).split(" ");
  if (all.length <= words.first + words.stretch + 6) return all.join(" ");
  const wanted = new Set(points.flatMap((point) => contentStems(point)));
  const weights = all.map((word) => (contentStems(word).some((each) => wanted.has(each)) ? 1 : 0));
  const from = bestStretch(weights, words.first, words.stretch);
  const to = Math.min(all.length, from + words.stretch);
  const parts = [all.slice(0, words.first), all.slice(from, to)].map((part) => part.join(" "));
  const joined = from === words.first ? parts.join(" ") : parts.join(" … ");
  return to === all.length ? joined : `${joined} …`;
}

function contentStems(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);
}

/** Where the heaviest stretch of this length begins; the first where several are equal. */
function bestStretch(weights: readonly number[], least: number, length: number): number {
  const last = Math.max(least, weights.length - length);
  let sum = weights.slice(least, least + length).reduce((total, weight) => total + weight, 0);
  let [best, found] = [sum, least];
  for (let from = least + 1; from <= last; from++) {
    sum += (weights[from + length - 1] ?? 0) - weights[from - 1]!;
    if (sum > best) [best, found] = [sum, from];
  }
  return found;
}
