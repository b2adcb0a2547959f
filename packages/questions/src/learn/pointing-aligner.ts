import { type Random, shuffled } from "@plotline/base";
import type { WordList } from "../readers/encoding/words.ts";
import type { AligningReader, Contrasted } from "./aligning-reader.ts";
import { answered } from "./answers.ts";
import { type AskedChapter, pointingBatch } from "./batch.ts";
import { pointingReader } from "./pointing-reader.ts";
import { askableIn, wordQuestions } from "./questions.ts";
import type { LearnSettings } from "./settings.ts";
import { bestAlignment, gainsOf, type SolveOptions } from "./solve.ts";

/** Ours: every content word of a point is asked for, and found by pointing at the story. */
export function pointingAligner(settings: LearnSettings, words: WordList): AligningReader {
  const { longestParagraph, longestBullet, questions } = settings;
  const options: SolveOptions = { words, isAskable: askableIn(words), longestParagraph, longestBullet };
  return {
    build: pointingReader(settings, words.size),
    batch: (units, next) => {
      const asked = units.map((unit) => askedOf(unit, questions, options, next));
      return pointingBatch(asked, { ...options, next });
    },
    gains: (replicas, chapters) => gainsOf(replicas, chapters, options),
    best: bestAlignment,
    answered: (replicas, examined) => answered(replicas, examined, options),
  };
}

/** Some questions of a chapter, each with the point's links as its context and a random alignment as contrast. */
function askedOf(
  { chapter: { points, story }, chosen, rival }: Contrasted,
  most: number,
  { isAskable }: SolveOptions,
  next: Random,
): AskedChapter {
  const all = points.flatMap(({ text }, point) =>
    wordQuestions(text, isAskable).map((question) => ({ point, question })),
  );
  const some = shuffled(all, next).slice(0, most);
  const texts = points.map(({ text }, point) => ({
    text,
    questions: some.flatMap((each) => (each.point === point ? each.question : [])),
    chosen: chosen[point] ?? [],
    rival: rival[point] ?? [],
  }));
  return { story, texts: texts.filter(({ questions }) => questions.length > 0) };
}
