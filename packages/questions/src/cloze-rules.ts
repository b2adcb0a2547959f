import { type Entity, entityToken, type StoryNumbers } from "@plotline/text";
import { choose } from "./choose.ts";
import { type ClozeQuestion, maskedText } from "./cloze.ts";
import type { WorkWords } from "./story-words.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/** The rules that answer without reading: each gives a candidate a number, and the candidate with the highest is chosen. */
export const clozeRules = [
  { name: "majority", of: ({ inWork }: Candidate) => inWork },
  { name: "frequency", of: ({ inContext }: Candidate) => inContext },
  { name: "frequency, not named", of: ({ inContext, named }: Candidate) => inContext - (named ? last : 0) },
  { name: "overlap", of: ({ overlap }: Candidate) => overlap },
  { name: "overlap, not named", of: ({ overlap, named }: Candidate) => overlap - (named ? last : 0) },
] as const;

export type ClozeRule = (typeof clozeRules)[number]["name"];

/** Puts a candidate after all others. */
const last = 1e6;

/** What the rules know of a candidate. */
interface Candidate {
  /** How often the work and the context name it. */
  readonly inWork: number;
  readonly inContext: number;
  /** How much the surroundings of its mentions in the context share with the bullet. */
  readonly overlap: number;
  /** Whether the bullet itself names it. */
  readonly named: boolean;
}

/** A question with what does not depend on its context. */
export interface Asked {
  readonly question: ClozeQuestion;
  readonly chapter: NamedChapter;
  readonly story: StoryNumbers;
  /** For each mention of the story: how much its surroundings share with the bullet. */
  readonly overlaps: Float64Array;
}

/** Tokens to each side of a mention that are compared with the bullet. */
const window = 15;

export function askedOf(question: ClozeQuestion, chapter: NamedChapter, words: WorkWords): Asked {
  const story = words.story(chapter);
  const hits = hitsOf(question, story, words);
  const sums = new Float64Array(hits.length + 1);
  for (let k = 0; k < hits.length; k++) sums[k + 1] = sums[k]! + hits[k]!;
  const overlaps = Float64Array.from(story.mentions, ({ place, paragraph }) => {
    const low = Math.max(place - window, story.starts[paragraph]!);
    const high = Math.min(place + window + 1, story.starts[paragraph + 1]!);
    return sums[high]! - sums[low]! - hits[place]!;
  });
  return { question, chapter, story, overlaps };
}

/** What each rule answers: the number of an option. */
export function clozeAnswers(asked: Asked, context: readonly number[], work: NamedWork): Record<ClozeRule, number> {
  const { id, options } = asked.question;
  const candidates = candidatesOf(asked, context, options.entities, work);
  const answers = clozeRules.map(({ name, of }) => [name, choose(candidates.map(of), id, name)]);
  return Object.fromEntries(answers) as Record<ClozeRule, number>;
}

function candidatesOf(
  { question, story, overlaps }: Asked,
  context: readonly number[],
  entities: readonly number[],
  { index }: NamedWork,
): Candidate[] {
  const paragraphs = new Set(context);
  const counts = new Map<number, number>();
  const shared = new Map<number, number>();
  story.mentions.forEach(({ entity, paragraph }, k) => {
    if (!paragraphs.has(paragraph)) return;
    counts.set(entity, (counts.get(entity) ?? 0) + 1);
    shared.set(entity, (shared.get(entity) ?? 0) + overlaps[k]!);
  });
  return entities.map((entity) => ({
    inWork: (index.entities[entity] as Entity).count,
    inContext: counts.get(entity) ?? 0,
    // Rounded, so that the same weights added in another order are a tie.
    overlap: Math.fround(shared.get(entity) ?? 0),
    named: question.named.includes(entity),
  }));
}

/** For each place of the story the weight of what it shares with the bullet: a word, or another entity it names. */
function hitsOf({ named, ...question }: ClozeQuestion, { words }: StoryNumbers, work: WorkWords): Float64Array {
  const asked = work.wordsOf(maskedText(question, " "));
  const others = new Set(named.map(entityToken));
  return Float64Array.from(words, (word) => {
    if (word < 0) return others.has(word) ? 3 : 0;
    return asked.has(word) ? work.weight(word) : 0;
  });
}
