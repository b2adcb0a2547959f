import type { z } from "zod";
import type { personSchema, placeSchema, QuizScore } from "./person-schema.ts";

/** What is saved under a name: places in the works, and rounds of the quiz. */
export type Person = Readonly<z.infer<typeof personSchema>>;
/** How far a person has read each chapter of a work, and where they were last. */
export type WorkPlaces = Person["places"][string];
/** A paragraph that a person has reached. */
export type ReadingPlace = Readonly<z.infer<typeof placeSchema>>;
export type { QuizScore };

/** A person of whom nothing is saved. */
export const nobody: Person = { places: {}, quiz: [] };

/** The furthest place counts, so the order in which two browsers report theirs does not matter. */
export function readUpTo(person: Person, { folder, number, paragraph }: ReadingPlace): Person {
  const read = person.places[folder]?.read ?? {};
  const furthest = Math.max(paragraph, read[number] ?? 0);
  return { ...person, places: { ...person.places, [folder]: { last: number, read: { ...read, [number]: furthest } } } };
}

/** The furthest place of each chapter in two records; the first says which chapter of a work was open last. */
export function furthestPlaces(here: Person["places"], there: Person["places"]): Person["places"] {
  const folders = new Set([...Object.keys(here), ...Object.keys(there)]);
  return Object.fromEntries(
    [...folders].map((folder) => {
      const [a, b] = [here[folder], there[folder]];
      const read: Record<string, number> = { ...b?.read };
      for (const [number, paragraph] of Object.entries(a?.read ?? {}))
        read[number] = Math.max(paragraph, read[number] ?? 0);
      return [folder, { last: a?.last ?? b?.last ?? 0, read }];
    }),
  );
}

/** What was saved under two names that are one person's. */
export function joined(person: Person, other: Person): Person {
  const rounds = new Map([...other.quiz, ...person.quiz].map((round) => [round.id, round]));
  return {
    places: furthestPlaces(other.places, person.places),
    quiz: [...rounds.values()].sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}

/** A round that was sent twice counts once. */
export function played(person: Person, round: QuizScore): Person {
  return person.quiz.some(({ id }) => id === round.id) ? person : { ...person, quiz: [...person.quiz, round] };
}
