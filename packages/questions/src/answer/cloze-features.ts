import { groupedBy, memo, sumOf } from "@plotline/base";
import { type Entity, entityToken, type StoryNumbers } from "@plotline/text";
import { type ClozeQuestion, maskedText } from "../cloze.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { type ClozeSitting, contextOf, noContext } from "./answerer.ts";
import { WorkWords } from "./story-words.ts";

/** What can be known of an option without reading: each a column of numbers. */
export interface ClozeFeatures {
  /** How often the work names it, and how often the context does. */
  readonly inWork: number;
  readonly inContext: number;
  /** How often the chapter does; nothing of it is known where nothing is read. */
  readonly inChapter: number;
  /** How much the surroundings of its mentions there share with the point. */
  readonly overlap: number;
  /** 1 where the point itself names it. */
  readonly named: number;
  /** 0 for a person; for a place or an organisation 1 if a preposition is before the gap, −1 if not. */
  readonly asPlace: number;
}

/** Tokens to each side of a mention that are compared with the point. */
const window = 15;

/** For each question of a sitting, for each of its options; several rules ask about the same sitting. */
export const clozeFeatures = memo((sitting: ClozeSitting): readonly (readonly ClozeFeatures[])[] =>
  sitting.questions.map((question) => featuresOf(sitting, question)),
);

function featuresOf(sitting: ClozeSitting, question: ClozeQuestion): ClozeFeatures[] {
  const { work, chapter } = sitting;
  const story = wordsOf(work).story(chapter);
  const overlaps = overlapsOf(question, chapter, work);
  const paragraphs = new Set(contextOf(sitting, question));
  const mentions = groupedBy(
    story.mentions.map(({ entity, paragraph }, k) => ({ entity, paragraph, overlap: overlaps[k]! })),
    ({ entity }) => entity,
  );
  const isRead = sitting.alignment !== noContext;
  const fit = isAfterPreposition(question) ? 1 : -1;
  return question.options.entities.map((entity) => {
    const { type, count } = work.index.entities[entity] as Entity;
    const own = isRead ? (mentions.get(entity) ?? []) : [];
    return {
      inWork: count,
      inContext: own.filter(({ paragraph }) => paragraphs.has(paragraph)).length,
      inChapter: own.length,
      // Rounded, so that the same weights added in another order are a tie.
      overlap: Math.fround(sumOf(own, ({ overlap }) => overlap)),
      named: Number(question.named.includes(entity)),
      asPlace: type === "PERSON" ? 0 : fit,
    };
  });
}

/** "Returns to ____", "leaves ____". */
function isAfterPreposition({ point, masked }: ClozeQuestion): boolean {
  const before = point.slice(0, masked[0]?.start);
  return /\b(?:in|at|to|from|of|into|near|for|through|around|towards?|leaves?|reach(?:es)?|the) $/i.test(before);
}

/** For each mention of the chapter's story how much its surroundings share with the point; the same for every context. */
function overlapsOf(question: ClozeQuestion, chapter: NamedChapter, work: NamedWork): Float64Array {
  let known = overlapping.get(question);
  if (known === undefined) {
    const story = wordsOf(work).story(chapter);
    const hits = hitsOf(question, story, wordsOf(work));
    const sums = new Float64Array(hits.length + 1);
    for (let k = 0; k < hits.length; k++) sums[k + 1] = sums[k]! + hits[k]!;
    known = Float64Array.from(story.mentions, ({ place, paragraph }) => {
      const low = Math.max(place - window, story.starts[paragraph]!);
      const high = Math.min(place + window + 1, story.starts[paragraph + 1]!);
      return sums[high]! - sums[low]! - hits[place]!;
    });
    overlapping.set(question, known);
  }
  return known;
}

const overlapping = new WeakMap<ClozeQuestion, Float64Array>();

/** For each place of the story the weight of what it shares with the point: a word, or another entity it names. */
function hitsOf({ named, ...question }: ClozeQuestion, { words }: StoryNumbers, work: WorkWords): Float64Array {
  const asked = work.wordsOf(maskedText(question, " "));
  const others = new Set(named.map(entityToken));
  return Float64Array.from(words, (word) => {
    if (word < 0) return others.has(word) ? 3 : 0;
    return asked.has(word) ? work.weight(word) : 0;
  });
}

const wordsOf = memo((work: NamedWork) => new WorkWords(work));
