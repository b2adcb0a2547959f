import type { QuizScore, Review } from "./person-schema.ts";
import { reviewed } from "./review.ts";

/** What is saved for a person besides annotations: how far they have read, and what they answered. */
export interface Person {
  /** By the folder of a work. */
  readonly places: Readonly<Record<string, WorkPlaces>>;
  readonly quiz: readonly QuizScore[];
  /** Questions that were missed, to be asked again. */
  readonly reviews: readonly Review[];
}

export interface WorkPlaces {
  /** The chapter that was open last. */
  readonly last: number;
  /** The furthest paragraph that was read of each chapter, counted from 0. */
  readonly read: Readonly<Record<string, number>>;
}

export interface ReadingPlace {
  readonly folder: string;
  readonly number: number;
  readonly paragraph: number;
}

export type { QuizScore, Review };

export const nobody: Person = { places: {}, quiz: [], reviews: [] };

/** The furthest place counts, so the order in which two browsers report theirs does not matter. */
export function readUpTo(person: Person, { folder, number, paragraph }: ReadingPlace): Person {
  const read = person.places[folder]?.read ?? {};
  const furthest = Math.max(paragraph, read[number] ?? 0);
  return { ...person, places: { ...person.places, [folder]: { last: number, read: { ...read, [number]: furthest } } } };
}

/** A round that was sent twice counts once. */
export function played(person: Person, round: QuizScore): Person {
  if (person.quiz.some(({ id }) => id === round.id)) return person;
  const answers = round.answers.flatMap(({ task, work, chapter, bullet, given, answer }) =>
    bullet === undefined ? [] : { task, work, chapter, bullet, right: given === answer },
  );
  return reviewed({ ...person, quiz: [...person.quiz, round] }, answers, round.at);
}
