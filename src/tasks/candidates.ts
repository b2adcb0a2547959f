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
  /** Entities beside the pool, most mentioned first: used when it is too small. */
  readonly more: readonly number[];
  mayBeSame(a: number, b: number): boolean;
}

export function candidatesOf({ index: { entities }, told }: NamedWork, pool: ClozeOptions["pool"]): Candidates {
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
  const known = new Map<number, boolean>();
  const mayBeSame = (a: number, b: number) => {
    if (mayMarry(a, b) || mayMarry(b, a)) return true;
    const key = Math.min(a, b) * entities.length + Math.max(a, b);
    if (!known.has(key))
      known.set(
        key,
        namesOf(a).some((one) => namesOf(b).some((other) => couldNameOne(one, other))),
      );
    return known.get(key) as boolean;
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
  return short.length > 0 && short.every((part) => long.some((other) => part === other || isVariant(part, other)));
}

/** Without particles, pet names made full, plurals made single ("the Cratchits"). */
function partsOf({ names }: ParsedName): string[] {
  return names
    .filter((part) => !particles.has(part))
    .map((part, k) => (k === 0 ? fullFirstName(part) : part).replace(/(?<=\p{L}{3})s$/u, ""));
}
