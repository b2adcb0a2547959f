import { z } from "zod";
import { chapterPlace, index, withPoint } from "../chapter-place.ts";

const text = z.string().max(1000);

/** One question: by its hash, not its text, so that a person's file may be shared. Options are counted from 0. */
const quizAnswer = z.object({
  question: text,
  task: z.enum(["cloze", "completion"]),
  work: text,
  chapter: index,
  /** The point that the question is made of, counted from 0; missing in rounds of an earlier version's benchmark. */
  point: index.optional(),
  options: index,
  answer: index,
  given: index,
  seenPassage: z.boolean(),
});

export const quizScoreSchema = z.object({
  id: z.string().min(1).max(100),
  at: z.iso.datetime(),
  seed: z.int(),
  answers: z.array(z.preprocess(withPoint, quizAnswer)).min(1).max(200),
});

export type QuizScore = z.infer<typeof quizScoreSchema>;

/** Up to where a chapter was read. */
export const placeSchema = chapterPlace.extend({ paragraph: index });

/** A question to ask again: how often it was answered rightly since it was missed, and when it is due. */
const reviewSchema = z.object({
  task: z.enum(["cloze", "completion"]),
  work: text,
  chapter: index,
  point: index,
  step: index,
  due: z.iso.datetime(),
});

export type Review = z.infer<typeof reviewSchema>;

/** What is saved for a person besides annotations: how far they have read, and what they answered. */
export const personSchema = z.object({
  /**
   * By the folder of a work: the chapter that was open last, and the furthest paragraph that was read of each chapter,
   * counted from 0.
   */
  places: z.record(z.string(), z.object({ last: index, read: z.record(z.string(), index) })).default({}),
  quiz: z.array(quizScoreSchema).readonly().default([]),
  /** Questions that were missed, to be asked again. */
  reviews: z.array(z.preprocess(withPoint, reviewSchema)).readonly().default([]),
});
