import type { z } from "zod";
import type { personSchema, placeSchema, QuizScore, Review } from "./person-schema.ts";
import { reviewed } from "./review.ts";

export type Person = Readonly<z.infer<typeof personSchema>>;
export type WorkPlaces = Person["places"][string];
export type ReadingPlace = Readonly<z.infer<typeof placeSchema>>;
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
