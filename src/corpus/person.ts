import type { QuizScore } from "./person-schema.ts";

/** What is kept of a person besides annotations: how far they read, and what they answered. */
export interface Person {
  /** By the folder of a work. */
  readonly places: Readonly<Record<string, WorkPlaces>>;
  readonly quiz: readonly QuizScore[];
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

export type { QuizScore };

export const nobody: Person = { places: {}, quiz: [] };

/** The furthest place counts, so it does not matter in which order two browsers tell theirs. */
export function readUpTo(person: Person, { folder, number, paragraph }: ReadingPlace): Person {
  const read = person.places[folder]?.read ?? {};
  const furthest = Math.max(paragraph, read[number] ?? 0);
  return { ...person, places: { ...person.places, [folder]: { last: number, read: { ...read, [number]: furthest } } } };
}

/** A round that was sent twice is kept once. */
export function played(person: Person, round: QuizScore): Person {
  if (person.quiz.some(({ id }) => id === round.id)) return person;
  return { ...person, quiz: [...person.quiz, round] };
}
