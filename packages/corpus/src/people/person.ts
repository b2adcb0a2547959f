import type { z } from "zod";
import type { personSchema, placeSchema, QuizScore, Review } from "./person-schema.ts";

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
  const reviews = new Map([...other.reviews, ...person.reviews].map((review) => [keyOf(review), review]));
  return {
    places: furthestPlaces(other.places, person.places),
    quiz: [...rounds.values()].sort((a, b) => (a.at < b.at ? -1 : 1)),
    reviews: [...reviews.values()],
  };
}

/** A round that was sent twice counts once. */
export function played(person: Person, round: QuizScore): Person {
  if (person.quiz.some(({ id }) => id === round.id)) return person;
  const answers = round.answers.flatMap(({ task, work, chapter, point, given, answer }) =>
    point === undefined ? [] : { task, work, chapter, point, right: given === answer },
  );
  return reviewed({ ...person, quiz: [...person.quiz, round] }, answers, round.at);
}

interface Reviewed extends Pick<Review, "task" | "work" | "chapter" | "point"> {
  readonly right: boolean;
}

/** After how many days a missed question is asked again, and again after each right answer. */
const days = [1, 3, 7, 16, 35];

/**
 * A missed question is asked again tomorrow; each right answer when it is due postpones it further, until it is known.
 */
export function reviewed(person: Person, answers: readonly Reviewed[], at: string): Person {
  const reviews = new Map(person.reviews.map((review) => [keyOf(review), review]));
  for (const { right, task, work, chapter, point } of answers) {
    const key = keyOf({ task, work, chapter, point });
    const known = reviews.get(key);
    if (right && (known === undefined || known.due > at)) continue;
    const step = right ? (known?.step ?? 0) + 1 : 0;
    const wait = days[step];
    if (wait === undefined) reviews.delete(key);
    else reviews.set(key, { task, work, chapter, point, step, due: daysAfter(at, wait) });
  }
  return { ...person, reviews: [...reviews.values()] };
}

/** What is due, the longest overdue first. */
export function dueReviews({ reviews }: Pick<Person, "reviews">, at: string): Review[] {
  return reviews.filter(({ due }) => due <= at).sort((a, b) => (a.due < b.due ? -1 : 1));
}

function keyOf({ task, work, chapter, point }: Omit<Reviewed, "right">): string {
  return [task, work, chapter, point].join("\n");
}

function daysAfter(at: string, wait: number): string {
  return new Date(Date.parse(at) + wait * 24 * 60 * 60 * 1000).toISOString();
}
