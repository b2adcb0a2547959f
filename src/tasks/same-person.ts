import { type ParsedName, parseName } from "../text/names/group.ts";
import type { Entity } from "../text/names/index.ts";
import { fullFirstName, particles } from "../text/names/lexicon.ts";
import { isVariant } from "../text/names/roster.ts";
import { Identities, pairOf } from "./identities.ts";
import type { NamedWork } from "./work.ts";

/** Which entities of a work might be one person under two names. In doubt they might. */
export class SamePerson {
  private readonly entities: readonly Entity[];
  private readonly names = new Map<number, readonly ParsedName[]>();
  private readonly known: Map<string, boolean>;
  private readonly identities: Identities;
  private readonly together: ReadonlyMap<string, number>;

  constructor(private readonly work: NamedWork) {
    this.entities = work.index.entities;
    this.together = toldTogether(work);
    const disguises = work.index.disguises.filter((pair) => pair.every((k) => this.isPerson(k)));
    this.known = new Map(disguises.map(([a, b]) => [pairOf(a, b), true]));
    this.identities = new Identities(work);
  }

  mayBe(a: number, b: number): boolean {
    const pair = pairOf(a, b);
    let result = this.known.get(pair);
    if (result === undefined) this.known.set(pair, (result = this.compare(a, b)));
    return result;
  }

  /** The most frequent names of an entity. */
  namesOf(entity: number): readonly ParsedName[] {
    let names = this.names.get(entity);
    if (names === undefined) {
      names = (this.entities[entity] as Entity).forms.slice(0, 8).map(({ text }) => parseName(text));
      this.names.set(entity, names);
    }
    return names;
  }

  private compare(a: number, b: number): boolean {
    if (this.genderOf(a) !== undefined && this.genderOf(a) === otherThan(this.genderOf(b))) return false;
    const sharesName = this.namesOf(a).some((one) => this.namesOf(b).some((other) => couldNameOne(one, other)));
    if (this.differ(a, b, sharesName ? 5 : 2)) return false;
    if (sharesName || this.identities.pairs.has(pairOf(a, b))) return true;
    if (!this.isPerson(a) || !this.isPerson(b)) return false;
    return this.mayHaveSurname(a, b) || this.mayHaveSurname(b, a) || this.isGuides(a, b) || this.isGuides(b, a);
  }

  /** "Miss Honeychurch", "Mr. Wilcox", "Mrs. Drouet", whose first names nobody says, may be any woman or man who has one. */
  private mayHaveSurname(own: number, other: number): boolean {
    const [first, last] = [this.namesOf(own), this.namesOf(other)];
    if (!last.every(({ names }) => names.length === 1) || !last.some(isTitledSurname)) return false;
    if (first.every((name) => name.names.length === 1 && isTitledSurname(name))) return false;
    const isMarried = last.every(({ wife }) => wife) && !first.some(({ wife }) => wife);
    return isMarried || first.every(({ names }) => names.length === 1);
  }

  /** Puck, whom the guide names all the time and the story hardly ever, and Robin, with whom it is the other way round. */
  private isGuides(own: number, guides: number): boolean {
    const [inStory, inGuide] = [this.entities[own]?.count ?? 0, this.entities[guides]?.count ?? 0];
    const [told, toldOften] = [this.work.told.get(own) ?? 0, this.work.told.get(guides) ?? 0];
    return toldOften >= 8 && 4 * inGuide <= toldOften && inStory >= 20 && 10 * told <= inStory;
  }

  /** A guide hardly ever calls anybody by two names in one clause. */
  private differ(a: number, b: number, least: number): boolean {
    const both = this.together.get(pairOf(a, b)) ?? 0;
    return both >= least && both > 0.1 * Math.min(this.work.told.get(a) ?? 0, this.work.told.get(b) ?? 0);
  }

  /** What titles say, or else first names, as far as they agree. */
  private genderOf(entity: number): ParsedName["gender"] {
    const names = this.namesOf(entity);
    const said = names.some(({ titled }) => titled) ? names.filter(({ titled }) => titled) : names;
    const genders = new Set(said.flatMap(({ gender }) => gender ?? []));
    return genders.size === 1 ? [...genders][0] : undefined;
  }

  private isPerson(entity: number): boolean {
    return this.entities[entity]?.type === "PERSON";
  }
}

/** How many clauses of the guide name both. */
function toldTogether({ chapters }: NamedWork): Map<string, number> {
  const together = new Map<string, number>();
  for (const { chapter, bullets } of chapters)
    bullets.forEach((mentions, at) => {
      const text = chapter.summary[at] ?? "";
      mentions.forEach((a, k) => {
        for (const b of mentions.slice(k + 1)) {
          if (a.entity === b.entity || /[.!?;:–—()/"“”]/.test(text.slice(a.end, b.start))) break;
          together.set(pairOf(a.entity, b.entity), (together.get(pairOf(a.entity, b.entity)) ?? 0) + 1);
        }
      });
    });
  return together;
}

function otherThan(gender: ParsedName["gender"]): ParsedName["gender"] {
  return gender === undefined ? undefined : gender === "male" ? "female" : "male";
}

/** Titles that come before first names: "Sir John", "Aunt Julia". */
const beforeFirstNames = new Set(
  "sir dame king queen prince princess uncle aunt auntie cousin brother sister saint st don doña dona".split(" "),
);

function isTitledSurname({ titled, titles }: ParsedName): boolean {
  return titled && !titles.some((title) => beforeFirstNames.has(title));
}

/** One name holds all parts of the other, and no title or first name speaks against it: "Bennet", "Jane Bennet". */
export function couldNameOne(a: ParsedName, b: ParsedName): boolean {
  if (a.gender !== undefined && b.gender !== undefined && a.gender !== b.gender) return false;
  if (a.numeral !== undefined && b.numeral !== undefined && a.numeral !== b.numeral) return false;
  const [short, long] = [partsOf(a), partsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  return short.length > 0 && short.every((part) => long.some((other) => couldBeOneName(part, other)));
}

/** "Zosima" and "Zossima", "Kim" and "Kimball". */
export function couldBeOneName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    a === b || isVariant(a, b) || (short.length >= 3 && long.startsWith(short)) || isPetName(a, b) || isPetName(b, a)
  );
}

/** "Candy" is what "Candida" may be called. */
function isPetName(pet: string, full: string): boolean {
  const stem = /^(\p{L}{3,}?)(?:y|ie|ey)$/u.exec(pet)?.[1];
  return stem !== undefined && full.startsWith(stem);
}

/** Without particles, pet names made full, plurals made single ("the Cratchits"). */
export function partsOf({ names }: ParsedName): string[] {
  return names
    .filter((part) => !particles.has(part))
    .map((part, k) => (k === 0 ? fullFirstName(part) : part).replace(/(?<=\p{L}{3})s$/u, ""));
}
