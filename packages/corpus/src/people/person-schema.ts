import { z } from "zod";
import { chapterPlace, index } from "../chapter-place.ts";

const text = z.string().max(1000);

/** One question: by its hash, not its text, so that a person's file may be shared. Options are counted from 0. */
const quizAnswer = z.object({
  question: text,
  task: z.enum(["cloze", "completion"]),
  work: text,
  chapter: index,
  /** The point that the question is made of, counted from 0; rounds that were saved long ago do not say it. */
  point: index.optional(),
  options: index,
  answer: index,
  given: index,
  seenPassage: z.boolean(),
});

/** A round of the quiz, as files and requests have it. */
export const quizScoreSchema = z.object({
  id: z.string().min(1).max(100),
  at: z.iso.datetime(),
  seed: z.int(),
  answers: z.array(quizAnswer).min(1).max(200),
});

/** A round of the quiz, with what was answered. */
export type QuizScore = z.infer<typeof quizScoreSchema>;

/** Up to where a chapter was read. */
export const placeSchema = chapterPlace.extend({ paragraph: index });

/** What is saved for a person besides annotations: how far they have read, and what they answered. */
export const personSchema = z.object({
  /**
   * By the folder of a work: the chapter that was open last, and the furthest paragraph that was read of each chapter,
   * counted from 0.
   */
  places: z.record(z.string(), z.object({ last: index, read: z.record(z.string(), index) })).default({}),
  quiz: z.array(quizScoreSchema).readonly().default([]),
});
