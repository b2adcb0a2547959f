import { furthestPlaces, type Person, type QuizScore } from "@plotline/corpus";
import { type Base, here } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { store, stored } from "./stored.ts";

type Places = Person["places"];

/** Where this browser remembers how far a person has read; the name is empty where none was given. */
export function placesKey(base: Base, name: string): string {
  return `places${base}.${name}`;
}

/** A round that was played before a name was given waits for it. */
export function keepRound(round: QuizScore): void {
  store(`rounds${here}`, [...stored<QuizScore[]>(`rounds${here}`, []), round].slice(-50));
}

/** What was read and answered under a name, or under none, is another name's from now on, in every corpus that knows of it. */
export async function takeOver(from: string, to: string): Promise<void> {
  for (const base of basesKnown()) {
    const places = stored<Places>(placesKey(base, from), {});
    const rounds = from === "" ? stored<QuizScore[]>(`rounds${base}`, []) : [];
    if (from === "" && rounds.length === 0 && Object.keys(places).length === 0) continue;
    const json = { places, rounds, ...(from !== "" && { from }) };
    await answer(serverOf(base).people[":name"].taken.$post({ param: { name: to }, json }));
    store(placesKey(base, to), furthestPlaces(places, stored<Places>(placesKey(base, to), {})));
    store(placesKey(base, from), undefined);
    if (from === "") store(`rounds${base}`, undefined);
  }
}

/** A work has another folder now: what this browser remembers of it follows. */
export function movePlaces(from: string, to: string): void {
  for (const name of names(new RegExp(`^plotline\\.places${here}\\.(.*)$`))) {
    const { [from]: place, ...others } = stored<Places>(placesKey(here, name), {});
    if (place !== undefined) store(placesKey(here, name), { ...others, [to]: place });
  }
}

function basesKnown(): Base[] {
  return [...new Set([here, ...names(/^plotline\.(?:places|rounds)((?:\/c\/[^/]+)?)(?:\.[^.]*)?$/)])];
}

function names(pattern: RegExp): string[] {
  return Object.keys(localStorage).flatMap((key) => pattern.exec(key)?.[1] ?? []);
}
