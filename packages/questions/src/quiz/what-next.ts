import { type Alignment, byPlace } from "@plotline/align";
import { memo, random, shuffled } from "@plotline/base";
import { sentences } from "@plotline/text";
import type { NamedChapter, NamedWork } from "../work.ts";
import remarks from "./data/commentary-openers.json" with { type: "json" };
import openers from "./data/leaning-openers.json" with { type: "json" };

/** What the guide says, and four sentences of it of which one follows. */
export interface WhatNext {
  readonly id: string;
  readonly work: string;
  readonly chapter: number;
  /** The point that follows in the story: the answer. */
  readonly paragraph: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: number;
}

const size = 4;
const shortest = 30;
const longest = 240;
/** How many of the wrong options may be longer or shorter than the right one, and by how much. */
const stretch = 2;
/** A link that is at least as likely as this says where in the story a point belongs. */
const sound = 0.6;

/**
 * Questions that ask what happens next in a chapter: in the story, whatever the guide's order, and so only between points
 * whose passages are known. Every option is a whole sentence of the guide that names somebody and leans on nothing before
 * it; the wrong ones happened earlier, so that none spoils what is still to come.
 */
export function whatNextQuestions(work: NamedWork, named: NamedChapter, links: Alignment): WhatNext[] {
  const before = work.chapters.slice(0, work.chapters.indexOf(named));
  const earlier = before.flatMap(eventsOf).filter((event) => event !== undefined);
  const own = eventsOf(named);
  const told = inStoryOrder(links);
  return told.flatMap(({ summary: point, story }, place) => {
    const next = told[place + 1];
    const isNext = next?.summary === point + 1 || (next !== undefined && next.story > story && isPlaced(point + 1));
    const answer = isNext ? own[next.summary] : undefined;
    const stem = named.chapter.summary[point] ?? "";
    const isAsked = answer !== undefined && isTelling(stem) && (named.points[point]?.length ?? 0) > 0;
    const found = isAsked ? questionOf(work, stem, answer, earlier) : undefined;
    const event = own[point];
    if (event !== undefined) earlier.push(event);
    return found ?? [];
  });

  /** Where the guide's next point has no sound link, it may be what happens next. */
  function isPlaced(point: number): boolean {
    return told.some(({ summary }) => summary === point);
  }
}

/** The paragraphs that surely tell a point: what proves an answer. */
export function soundLinks(links: Alignment): Alignment {
  return links.filter(({ confidence }) => confidence >= sound);
}

/** The surest link of each point that has a sound one, as the story goes; points of one paragraph as the guide goes. */
function inStoryOrder(links: Alignment): Alignment {
  const surest = new Map<number, Alignment[number]>();
  for (const link of soundLinks(links))
    if (link.confidence > (surest.get(link.summary)?.confidence ?? 0)) surest.set(link.summary, link);
  return [...surest.values()].sort(byPlace).sort((a, b) => a.story - b.story);
}

/** A point that says what happened, as one sentence. */
interface Event {
  readonly chapter: number;
  readonly paragraph: number;
  readonly text: string;
  readonly people: ReadonlySet<number>;
}

const eventsOf = memo(({ chapter, points }: NamedChapter): (Event | undefined)[] =>
  chapter.summary.map((point, paragraph) => {
    const text = firstSentence(point);
    const people = new Set(
      (points[paragraph] ?? []).filter(({ start }) => start < text.length).map(({ entity }) => entity),
    );
    const isSound = text.length >= shortest && text.length <= longest && people.size > 0 && !leans(text);
    return isSound ? { chapter: chapter.number, paragraph, text, people } : undefined;
  }),
);

function firstSentence(point: string): string {
  const [first] = sentences(point);
  return first === undefined ? "" : point.slice(first.start, first.end);
}

/** "But he …", "Meanwhile …", "This …": a sentence that takes up the one before it. */
function leans(text: string): boolean {
  const first = firstWord(text);
  return leaning.has(first) || isRemark(text) || !/^["“‘]?\p{Lu}/u.test(text) || !/[.!?]["”’)]*$/.test(text);
}

function firstWord(text: string): string {
  const word = /^["“‘(]*([\p{L}’']+)/u.exec(text)?.[1]?.toLowerCase() ?? "";
  return word.replace(/['’]s$/, "");
}

/** About the book and its readers, not about what happens in it. */
function isRemark(text: string): boolean {
  return commentary.has(firstWord(text)) || aboutTheBook.test(text);
}

const aboutTheBook =
  /\b(?:narrator|narration|readers?|author|playwright|foreshadow\w*|symbol\w*|iron(?:y|ic|ically)|chapter|your own|the (?:play|novel|book|plot|poem))\b/i;
const leaning = new Set(openers);
const commentary = new Set(remarks);

/** Long enough to say what happened, and no remark about the book. */
function isTelling(stem: string): boolean {
  return stem.length >= shortest && stem.length <= 2 * longest && !isRemark(stem);
}

function questionOf(
  { title }: NamedWork,
  stem: string,
  answer: Event,
  earlier: readonly Event[],
): WhatNext | undefined {
  const id = `${title}/${answer.chapter}/${answer.paragraph}`;
  const next = random("what next", id);
  const wrong = wrongEvents(answer, earlier, next);
  if (wrong.length < size - 1) return undefined;
  const options = shuffled([answer, ...wrong], next);
  return {
    id,
    work: title,
    chapter: answer.chapter,
    paragraph: answer.paragraph,
    text: stem,
    options: options.map(({ text }) => text),
    answer: options.indexOf(answer),
  };
}

/** About the same people first, as long as the answer, no two of one point, the latest before the early ones. */
function wrongEvents(answer: Event, earlier: readonly Event[], next: () => number): Event[] {
  const isAlike = ({ text }: Event) =>
    text !== answer.text && text.length < stretch * answer.text.length && stretch * text.length > answer.text.length;
  const shared = ({ people }: Event) => [...people].filter((each) => answer.people.has(each)).length;
  const fit = shuffled(earlier.filter(isAlike), next).sort((a, b) => Math.min(1, shared(b)) - Math.min(1, shared(a)));
  const chosen: Event[] = [];
  for (const event of fit) {
    if (chosen.length === size - 1) break;
    if (!chosen.some(({ text }) => text === event.text)) chosen.push(event);
  }
  return chosen;
}
