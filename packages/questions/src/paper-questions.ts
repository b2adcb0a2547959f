import { below, type Random, random, shuffled } from "@plotline/base";
import { tokens } from "@plotline/text";
import { type ClozeQuestion, type Options, placeOf, questionAbout, rarest } from "./cloze.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/*
 * The cloze questions of "The Shmoop Corpus" (arXiv 1912.13082, section 4), and nothing else. Where the paper is silent,
 * "our reading" says what was decided.
 *
 * - A question is a summary paragraph (a point) with one entity masked: a PERSON, an ORGANIZATION or a LOCATION.
 * - An entity that does not occur in the story is none. Our reading: in the whole work.
 * - Of several the one that is least frequent in the summary is masked. Our reading: in the chapter's summary; among
 *   equally rare ones the draw decides; all its mentions in the point are masked.
 * - Every point with such an entity is a question. One without masks a random token, in training only. Our reading: the
 *   wrong options are then random tokens of the chapter's story.
 * - The options are the answer and nine other entities of the story, fewer only where there are fewer. Its tables show
 *   ten options in all, and those that the point itself names stay among them. Its examples and its chance of .109 point
 *   to entities that the work's summaries name (`paper-1`); `paper-1-story` draws from all entities of the story.
 */

export interface PaperOptions {
  /** Wrong options: entities that the summaries of the work name, or all of the story. */
  readonly pool: "summaries" | "story";
  /** Ask for a random token where a point names no entity; for training only. */
  readonly words: boolean;
}

/** The answer included. */
const optionCount = 10;

export function paperQuestions(work: NamedWork, { pool, words }: PaperOptions): ClozeQuestion[] {
  const entities = work.index.entities.flatMap(({ count }, entity) =>
    count > 0 && (pool === "story" || work.told.has(entity)) ? [entity] : [],
  );
  return work.chapters.flatMap((chapter) =>
    chapter.chapter.summary.flatMap((_, paragraph) => {
      const next = random("paper-1", work.title, chapter.chapter.number, paragraph);
      return (
        entityQuestion(work, chapter, paragraph, entities, next) ??
        (words ? (wordQuestion(work, chapter, paragraph, next) ?? []) : [])
      );
    }),
  );
}

function entityQuestion(
  work: NamedWork,
  chapter: NamedChapter,
  paragraph: number,
  pool: readonly number[],
  next: Random,
): ClozeQuestion | undefined {
  const mentions = chapter.points[paragraph] ?? [];
  const named = [...new Set(mentions.map(({ entity }) => entity))];
  if (named.length === 0) return undefined;
  const entity = rarest(named, chapter, next);
  const wrong = shuffled(
    pool.filter((other) => other !== entity),
    next,
  ).slice(0, optionCount - 1);
  const entities = shuffled([entity, ...wrong], next);
  return questionAbout(entity, work, chapter, paragraph, {
    names: entities.map((each) => work.index.entities[each]?.name ?? ""),
    entities,
    answer: entities.indexOf(entity),
  });
}

function wordQuestion(
  work: NamedWork,
  chapter: NamedChapter,
  paragraph: number,
  next: Random,
): ClozeQuestion | undefined {
  const place = placeOf(work, chapter, paragraph);
  const words = tokens(place.point).filter(({ text }) => hasLetter(text));
  const target = words[below(words.length, next)];
  if (target === undefined) return undefined;
  const options = wordOptions(target.text.toLowerCase(), chapter.chapter.story, next);
  if (options === undefined) return undefined;
  const masked = [{ start: target.start, end: target.end }];
  return { ...place, kind: "word", masked, mentions: [], entity: undefined, named: [], options };
}

function wordOptions(answer: string, story: readonly string[], next: Random): Options | undefined {
  const wrong = new Set<string>();
  // A chapter of few words may not have nine others.
  for (let tries = 0; tries < 40 * optionCount && wrong.size < optionCount - 1; tries++) {
    const paragraph = tokens(story[below(story.length, next)] ?? "");
    const word = paragraph[below(paragraph.length, next)]?.text.toLowerCase() ?? "";
    if (hasLetter(word) && word !== answer) wrong.add(word);
  }
  if (wrong.size === 0) return undefined;
  const names = shuffled([answer, ...wrong], next);
  return { names, entities: [], answer: names.indexOf(answer) };
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}
