import { type Random, shuffled } from "../random.ts";
import { type ParsedName, parseName } from "../text/names/group.ts";
import type { Entity } from "../text/names/index.ts";
import { fullFirstName, particles } from "../text/names/lexicon.ts";
import { isVariant } from "../text/names/roster.ts";
import type { ClozeOptions } from "./options.ts";
import type { NamedWork } from "./work.ts";

/** The entities of a work that may be options, and which of them might be one person under two names. */
export interface Candidates {
  readonly pool: readonly number[];
  /** Entities outside the pool, most mentioned first: used when it is too small. */
  readonly more: readonly number[];
  mayBeSame(a: number, b: number): boolean;
}

export function candidatesOf(work: NamedWork, pool: ClozeOptions["pool"]): Candidates {
  const {
    index: { entities, disguises },
    told,
  } = work;
  const inStory = [...entities.keys()].filter((k) => (entities[k] as Entity).count > 0);
  const named = pool === "story" ? inStory : inStory.filter((k) => told.has(k));
  const taken = new Set(named);
  const more = inStory.filter((k) => !taken.has(k)).sort((a, b) => entities[b]!.count - entities[a]!.count || a - b);
  const names = new Map<number, ParsedName[]>();
  const namesOf = (k: number) => {
    if (!names.has(k))
      names.set(
        k,
        entities[k]!.forms.slice(0, 8).map(({ text }) => parseName(text)),
      );
    return names.get(k) as ParsedName[];
  };
  const marriedNames = new Set(inStory.filter((k) => isMarriedName(entities[k] as Entity, namesOf(k), entities)));
  const mayMarry = (woman: number, married: number) =>
    marriedNames.has(married) &&
    entities[woman]?.type === "PERSON" &&
    namesOf(woman).every(({ gender }) => gender !== "male");
  const together = toldTogether(work);
  const mayHaveSurname = (own: number, surname: number) =>
    entities[own]?.type === "PERSON" &&
    new Set(namesOf(surname).map(({ names: parts }) => parts.join(" "))).size === 1 &&
    (["female", "male"] as const).some(
      (gender) =>
        namesOf(surname).every((name) => (name.gender ?? gender) === gender) &&
        namesOf(surname).some((name) => isTitledSurname(name, gender)) &&
        namesOf(own).every((name) => (name.gender ?? gender) === gender && name.names.length === 1) &&
        namesOf(own).some((name) => name.gender === gender && !isTitledSurname(name, gender)),
    );
  const mayBeGuides = (own: number, guides: number) =>
    isGuidesName(entities[guides]!, told.get(guides) ?? 0) && isStorysName(entities[own]!, told.get(own) ?? 0);
  const differ = (a: number, b: number, share: number) => {
    const both = together.get(pairOf(a, b)) ?? 0;
    return both >= 3 && both > share * Math.min(told.get(a) ?? 0, told.get(b) ?? 0);
  };
  const mayShareName = (a: number, b: number) =>
    namesOf(a).some((one) => namesOf(b).some((other) => couldNameOne(one, other)));
  const mayHaveTwo = (a: number, b: number) =>
    (mayHaveSurname(a, b) && !differ(a, b, 0.3)) || (mayBeGuides(a, b) && !differ(a, b, 0.1));
  const persons = disguises.filter((pair) => pair.every((k) => entities[k]?.type === "PERSON"));
  const known = new Map(persons.map(([speaker, passesFor]) => [pairOf(speaker, passesFor), true]));
  const mayBeSame = (a: number, b: number) => {
    const pair = pairOf(a, b);
    if (!known.has(pair))
      known.set(pair, mayMarry(a, b) || mayMarry(b, a) || mayShareName(a, b) || mayHaveTwo(a, b) || mayHaveTwo(b, a));
    return known.get(pair) as boolean;
  };
  return { pool: named, more, mayBeSame };
}

/**
 * `size - 1` wrong options: `first` before the rest of the pool, each part in random order, none that might be the answer
 * or another option under a second name. `always` come before all.
 */
export function wrongOptions(
  { pool, more, mayBeSame }: Candidates,
  answer: number,
  size: number,
  next: Random,
  { first = () => true, always = [] }: { first?: (entity: number) => boolean; always?: readonly number[] } = {},
): number[] {
  const chosen: number[] = [];
  const add = (entities: readonly number[]) => {
    for (const entity of entities) {
      if (chosen.length >= size - 1) return;
      if (entity !== answer && ![answer, ...chosen].some((other) => entity === other || mayBeSame(entity, other)))
        chosen.push(entity);
    }
  };
  add(always);
  add(shuffled(pool.filter(first), next));
  add(
    shuffled(
      pool.filter((entity) => !first(entity)),
      next,
    ),
  );
  add(more);
  return chosen;
}

/** How many bullets name both: a guide seldom calls anybody by two names at once. */
function toldTogether({ chapters }: NamedWork): Map<string, number> {
  const together = new Map<string, number>();
  for (const { bullets } of chapters)
    for (const mentions of bullets) {
      const named = [...new Set(mentions.map(({ entity }) => entity))];
      named.forEach((a, k) => {
        for (const b of named.slice(k + 1)) together.set(pairOf(a, b), (together.get(pairOf(a, b)) ?? 0) + 1);
      });
    }
  return together;
}

function pairOf(a: number, b: number): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

/** "Miss Honeychurch", "Mr. Wilcox": known by a surname alone, who may be any woman or man known by a first name. */
function isTitledSurname(
  { wife, maiden, titled, titles, gender, names }: ParsedName,
  wanted: "female" | "male",
): boolean {
  if (names.length !== 1) return false;
  return wanted === "female" ? wife || maiden : titled && gender === "male" && titles.includes("mr");
}

/** Puck: the guide names him all the time, the story, which calls him Robin, hardly ever. */
function isGuidesName({ count, type }: Entity, told: number): boolean {
  return type === "PERSON" && told >= 8 && 4 * count <= told;
}

/** Robin: in the story all the time, the guide hardly ever names him. */
function isStorysName({ count, type }: Entity, told: number): boolean {
  return type === "PERSON" && count >= 20 && 10 * told <= count;
}

/** "Mrs. Drouet", where Drouet is often named and she is not, may be any woman of the story. */
function isMarriedName({ count }: Entity, names: readonly ParsedName[], entities: readonly Entity[]): boolean {
  if (!names.every(({ wife, names: parts }) => wife && parts.length === 1)) return false;
  const surname = names[0]?.names[0];
  return entities.some(
    (other) =>
      other.count > 4 * count &&
      other.forms.some(({ text }) => parseName(text).names.at(-1) === surname && !parseName(text).wife),
  );
}

/** One name holds all parts of the other, and no title or first name speaks against it: "Bennet", "Jane Bennet". */
function couldNameOne(a: ParsedName, b: ParsedName): boolean {
  if (a.gender !== undefined && b.gender !== undefined && a.gender !== b.gender) return false;
  if (a.numeral !== undefined && b.numeral !== undefined && a.numeral !== b.numeral) return false;
  const [short, long] = [partsOf(a), partsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  return short.length > 0 && short.every((part) => long.some((other) => couldBeOneName(part, other)));
}

/** "Zosima" and "Zossima", "Dell" and "Della". */
function couldBeOneName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const isShortened = short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3;
  return a === b || isVariant(a, b) || isShortened || isPetName(a, b) || isPetName(b, a);
}

/** "Candy" is what "Candida" may be called. */
function isPetName(pet: string, full: string): boolean {
  const stem = /^(\p{L}{3,}?)(?:y|ie|ey)$/u.exec(pet)?.[1];
  return stem !== undefined && full.length > pet.length && full.startsWith(stem);
}

/** Without particles, pet names made full, plurals made single ("the Cratchits"). */
function partsOf({ names }: ParsedName): string[] {
  return names
    .filter((part) => !particles.has(part))
    .map((part, k) => (k === 0 ? fullFirstName(part) : part).replace(/(?<=\p{L}{3})s$/u, ""));
}
