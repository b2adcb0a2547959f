import type { Entity } from "../text/names/index.ts";
import { placePrepositions } from "../text/names/lexicon.ts";
import { tokens } from "../text/tokens.ts";
import { type ClozeQuestion, maskedText } from "./cloze.ts";
import type { StoryWords, WorkWords } from "./story-words.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/** What the ranker looks at, one row a candidate; the simple rules are single columns of it. */
export const clozeFeatures = [
  "in context",
  "mentions in context",
  "rank in context",
  "share of context",
  "paragraphs of context",
  "window overlap",
  "window overlap a mention",
  "paragraph overlap",
  "named in the bullet",
  "first place",
  "last place",
  "mentions in chapter",
  "rank in chapter",
  "share of chapter",
  "window overlap in chapter",
  "gender agrees",
  "place agrees",
  "distance",
  "mentions in work",
  "near a named one",
  "in context, not named",
  "density",
  "best window",
  "rank by overlap",
] as const;

export type ClozeFeature = (typeof clozeFeatures)[number];

/** Tokens to each side of a mention that are compared with the bullet. */
const window = 15;

/** What of a question does not depend on the context. */
export interface Asked {
  readonly question: ClozeQuestion;
  readonly chapter: NamedChapter;
  readonly story: StoryWords;
  /** For each mention of the story: how much its surroundings share with the bullet. */
  readonly overlaps: Float64Array;
  readonly paragraphOverlaps: Float64Array;
  readonly gender: number;
  readonly place: boolean;
}

export function askedOf(question: ClozeQuestion, chapter: NamedChapter, words: WorkWords): Asked {
  const story = words.story(chapter);
  const hits = hitsOf(question, story, words);
  const sums = new Float64Array(hits.length + 1);
  for (let k = 0; k < hits.length; k++) sums[k + 1] = sums[k]! + hits[k]!;
  const overlaps = Float64Array.from(story.places, (place, k) => {
    const paragraph = story.paragraphs[k]!;
    const low = Math.max(place - window, story.starts[paragraph]!);
    const high = Math.min(place + window + 1, story.starts[paragraph + 1]!);
    return sums[high]! - sums[low]! - hits[place]!;
  });
  const paragraphOverlaps = Float64Array.from(chapter.chapter.story, (_, k) => {
    const [from, to] = [story.starts[k]!, story.starts[k + 1]!];
    return (sums[to]! - sums[from]!) / Math.sqrt(to - from + 5);
  });
  return { question, chapter, story, overlaps, paragraphOverlaps, ...hintsOf(question) };
}

/** One row of `clozeFeatures.length` numbers for each candidate. */
export function featureRows(
  { question, chapter, story, overlaps, paragraphOverlaps, gender, place }: Asked,
  context: readonly number[],
  candidates: readonly number[],
  { index }: NamedWork,
  words: WorkWords,
): Float32Array[] {
  const seen = tallyMentions(story, overlaps, context);
  const all = tallyMentions(story, overlaps, undefined);
  const bullets = chapter.chapter.summary.length;
  const paragraphs = chapter.chapter.story.length;
  const centre =
    context.length > 0
      ? context.reduce((sum, k) => sum + k, 0) / context.length
      : ((question.paragraph + 0.5) * paragraphs) / bullets;
  const near = nearNamed(story, context, new Set(question.named));
  const rank = (value: (entity: number) => number) => (entity: number) =>
    candidates.filter((other) => value(other) > value(entity)).length;
  const count = (entity: number) => seen.of(entity).count;
  const [rankInContext, rankInChapter, rankByOverlap] = [
    rank(count),
    rank((entity) => all.of(entity).count),
    rank((entity) => seen.of(entity).overlap),
  ];
  return candidates.map((entity) => {
    const here = seen.of(entity);
    const whole = all.of(entity);
    const named = question.named.includes(entity) ? 1 : 0;
    const isIn = here.count > 0;
    const paragraphSum = here.paragraphs.reduce((sum, k) => sum + paragraphOverlaps[k]!, 0);
    const distance = whole.paragraphs.reduce((least, k) => Math.min(least, Math.abs(k - centre)), 60);
    const isPlace = (index.entities[entity] as Entity).type === "PERSON" ? -1 : 1;
    return Float32Array.from([
      isIn ? 1 : 0,
      Math.log1p(here.count),
      rankInContext(entity),
      here.count / (seen.total || 1),
      Math.log1p(here.paragraphs.length),
      Math.log1p(here.overlap),
      here.overlap / (here.count + 1),
      Math.log1p(paragraphSum),
      named,
      isIn ? here.first / seen.total : 1.5,
      isIn ? 1 - here.last / seen.total : 1.5,
      Math.log1p(whole.count),
      rankInChapter(entity),
      whole.count / (all.total || 1),
      Math.log1p(whole.overlap),
      words.gender(entity) * gender,
      isPlace * (place ? 1 : -1),
      Math.log1p(distance),
      Math.log1p((index.entities[entity] as Entity).count),
      Math.log1p(near.get(entity) ?? 0),
      isIn && named === 0 ? 1 : 0,
      here.count / (whole.count + 1),
      here.best,
      rankByOverlap(entity),
    ]);
  });
}

interface Tally {
  count: number;
  overlap: number;
  best: number;
  first: number;
  last: number;
  paragraphs: number[];
}

const none: Tally = { count: 0, overlap: 0, best: 0, first: 0, last: 0, paragraphs: [] };

/** What the story, or only the paragraphs of a context, says of each entity. */
function tallyMentions({ entities, paragraphs }: StoryWords, overlaps: Float64Array, context?: readonly number[]) {
  const wanted = context === undefined ? undefined : new Set(context);
  const tallies = new Map<number, Tally>();
  let total = 0;
  entities.forEach((entity, k) => {
    const paragraph = paragraphs[k] as number;
    if (wanted !== undefined && !wanted.has(paragraph)) return;
    let tally = tallies.get(entity);
    if (tally === undefined) tallies.set(entity, (tally = { ...none, first: total, paragraphs: [] }));
    tally.count++;
    tally.overlap += overlaps[k] as number;
    tally.best = Math.max(tally.best, overlaps[k] as number);
    tally.last = total++;
    if (tally.paragraphs.at(-1) !== paragraph) tally.paragraphs.push(paragraph);
  });
  return { of: (entity: number) => tallies.get(entity) ?? none, total };
}

/** How often each entity of the context stands within 40 tokens of one that the bullet names. */
function nearNamed(
  { places, entities, paragraphs }: StoryWords,
  context: readonly number[],
  named: ReadonlySet<number>,
) {
  const wanted = new Set(context);
  const inside = [...places.keys()].filter((k) => wanted.has(paragraphs[k] as number));
  const anchors = inside.filter((k) => named.has(entities[k] as number)).map((k) => places[k] as number);
  const counts = new Map<number, number>();
  let from = 0;
  for (const k of inside) {
    const place = places[k] as number;
    while (from < anchors.length && (anchors[from] as number) <= place - 40) from++;
    const entity = entities[k] as number;
    if (from < anchors.length && Math.abs((anchors[from] as number) - place) < 40)
      counts.set(entity, (counts.get(entity) ?? 0) + 1);
  }
  return counts;
}

/** For each place of the story the weight of what it shares with the bullet: a word, or another entity it names. */
function hitsOf({ named, ...question }: ClozeQuestion, { words }: StoryWords, work: WorkWords): Float64Array {
  const asked = work.wordsOf(maskedText(question, " "));
  const others = new Set(named);
  return Float64Array.from(words, (word) => {
    if (word < 0) return others.has(-1 - word) ? 3 : 0;
    return asked.has(word) ? work.weight(word) : 0;
  });
}

/** What the bullet's pronouns and the word before the gap say. */
function hintsOf({ bullet, masked }: ClozeQuestion): { gender: number; place: boolean } {
  const words = tokens(bullet);
  const has = (pattern: RegExp) => (words.some(({ text }) => pattern.test(text)) ? 1 : 0);
  const gap = words.findIndex(({ start }) => start === masked[0]?.start);
  const before = words[gap - 1]?.text.toLowerCase() ?? "";
  return {
    gender: has(/^(?:he|him|his|himself)$/i) - has(/^(?:she|her|hers|herself)$/i),
    place: placePrepositions.has(before),
  };
}
