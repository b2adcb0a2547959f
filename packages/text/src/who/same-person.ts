import { memoByName } from "@plotline/base";
import { type ParsedName, parseName } from "../names/group.ts";
import type { Entity } from "../names/index.ts";
import { beforeSurnames, fullFirstName, isFirstName, maidenTitles, particles } from "../names/lexicon.ts";
import { isVariant } from "../names/spelling.ts";
import type { Behaviour } from "./behaviour.ts";
import { Identities, pairOf } from "./identities.ts";
import type { Sex } from "./pronouns.ts";
import type { ToldWork } from "./told-work.ts";

/** Which entities of a work might be one person under two names. In doubt they might. */
export class SamePerson {
  private readonly entities: readonly Entity[];
  private readonly otherNames: ReadonlySet<string>;
  private readonly identities: Identities;
  private readonly together: Record<"clauses" | "points", ReadonlyMap<string, number>>;
  /** How many clauses with both names say that they are two persons' names. A short text has too few to ask for. */
  private readonly enough: number;

  constructor(
    private readonly work: ToldWork,
    private readonly behaviour: Behaviour,
  ) {
    this.entities = work.index.entities;
    this.together = toldTogether(work);
    const others = work.index.otherNames.filter((pair) => pair.every((k) => this.isPerson(k) && this.isUsed(k)));
    this.otherNames = new Set(others.map(([a, b]) => pairOf(a, b)));
    this.identities = new Identities(work);
    const mentions = this.entities.reduce((sum, { type, count }) => sum + (type === "PERSON" ? count : 0), 0);
    this.enough = mentions < 100 ? 0 : mentions < 400 ? 1 : 2;
  }

  /** In doubt they might: something says that they are one, or nothing says that they are two. */
  readonly mayBe = ofPairs((a, b) => this.isSuspect(a, b) || (this.mayBeOne(a, b) && !this.areTwo(a, b)));

  /** Whether a point that names the one says who the other is. */
  isShownBy(a: number, b: number): boolean {
    return this.isSuspect(a, b) && this.clausesOf(a, b) < 5;
  }

  /** Whether the guide or a play says that one is the other, or both have one first name: "Mina", "Miss Mina Murray". */
  isSaidToBe(a: number, b: number): boolean {
    const firstNames = (entity: number) => this.namesOf(entity).map(({ names }) => fullFirstName(names[0] ?? ""));
    const own = new Set(firstNames(a).filter(isFirstName));
    return (
      this.otherNames.has(pairOf(a, b)) ||
      this.identities.pairs.has(pairOf(a, b)) ||
      firstNames(b).some((name) => own.has(name))
    );
  }

  /** The most frequent names of an entity. */
  readonly namesOf = memoByName(String, (entity: number): readonly ParsedName[] =>
    this.of(entity)
      .forms.slice(0, 8)
      .map(({ text }) => parseName(text)),
  );

  /** Their names, or something that the texts say, speak for it. */
  private readonly isSuspect = ofPairs((a, b) => {
    if (this.otherNames.has(pairOf(a, b))) return true;
    if (this.areOfTwoSexes(a, b)) return false;
    if (this.namesOf(a).some((one) => this.namesOf(b).some((other) => couldNameOne(one, other))))
      return !(this.isMotherOf(a, b) || this.isMotherOf(b, a) || this.areSiblings(a, b));
    if (!this.mayBeOne(a, b)) return false;
    if (this.isMarriedAgain(a, b)) return true;
    const isCalledSo = (this.mayBeCalled(a, b) || this.mayBeCalled(b, a)) && !this.areToldApart(a, b);
    return isCalledSo || this.identities.pairs.has(pairOf(a, b));
  });

  /** "Mrs. Bennet" and "Miss Jane Bennet": they share a surname, and one of them is not married. */
  private isMotherOf(wife: number, maiden: number): boolean {
    return this.namesOf(wife).every((name) => name.wife) && this.namesOf(maiden).some((name) => name.maiden);
  }

  /** "Kit Sallow" and "Keziah Sallow": one surname after two first names, and each goes by its own. */
  private areSiblings(a: number, b: number): boolean {
    const fullNames = (entity: number) => this.namesOf(entity).filter(({ names }) => names.length > 1);
    const isUsed = (entity: number, first: string | undefined) => this.namesOf(entity)[0]?.names[0] === first;
    return fullNames(a).some(({ names: one }) =>
      fullNames(b).some(
        ({ names: other }) =>
          one.at(-1) === other.at(-1) &&
          !couldBeOneName(fullFirstName(one[0] ?? ""), fullFirstName(other[0] ?? "")) &&
          isUsed(a, one[0]) &&
          isUsed(b, other[0]),
      ),
    );
  }

  /** Clauses name both, or each has a first name, or a surname that no marriage changes, and the other has another. */
  private areTwo(a: number, b: number): boolean {
    const [one, other] = [this.of(a), this.of(b)];
    const least = this.enough === 0 ? 0 : Math.max(this.enough, leastShare * Math.min(one.count, other.count));
    if (this.clausesOf(a, b) + this.pointsOf(a, b) >= least || this.pointsOf(a, b) > this.enough) return true;
    return [firstNamesOf, surnamesOf].some((namesOf) => {
      const [own, others] = [namesOf(one), namesOf(other)];
      const isShared = own.some((x) => others.some((y) => couldBeOneName(x, y)));
      return own.length > 0 && others.length > 0 && !isShared;
    });
  }

  /** Two people, whose sexes do not differ. */
  private mayBeOne(a: number, b: number): boolean {
    return this.isPerson(a) && this.isPerson(b) && !this.areOfTwoSexes(a, b);
  }

  private areOfTwoSexes(a: number, b: number): boolean {
    const [one, other] = [this.sexOf(a), this.sexOf(b)];
    return one !== undefined && other !== undefined && one !== other;
  }

  /** Whether the texts name a woman and somebody's wife together, so that they are two; in a short text sooner, if she has a surname of her own. */
  private areToldApart(a: number, b: number): boolean {
    const rarer = Math.min(...[a, b].map((k) => this.entities[k]?.count ?? 0));
    // Two headings of speeches may be one person's: "Clara" is called "Miss Eynsford Hill" before she is introduced.
    if (this.clausesOf(a, b) === Number.POSITIVE_INFINITY) return this.pointsOf(a, b) > 0;
    if (this.enough > 1 || ![a, b].every((k) => this.hasSurname(k)))
      return this.clausesOf(a, b) >= Math.max(3 * this.enough, 0.1 * rarer);
    return this.pointsOf(a, b) + this.clausesOf(a, b) >= Math.max(1, this.enough, 0.05 * rarer);
  }

  private hasSurname(entity: number): boolean {
    return this.namesOf(entity).some(
      ({ names, titles }) => names.length > 1 || (titles.length > 0 && !isFirstName(names[0] ?? "")),
    );
  }

  /** How many points of the guide name both: a guide seldom calls anybody by two names in one breath. */
  private pointsOf(a: number, b: number): number {
    return this.together.points.get(pairOf(a, b)) ?? 0;
  }

  /** How many clauses of the guide and of the story name both: nobody has two names in one, or hardly ever. */
  private clausesOf(a: number, b: number): number {
    return (this.together.clauses.get(pairOf(a, b)) ?? 0) + this.work.index.together(a, b);
  }

  /** "Madame Bovary", where a man has that surname, or "Miss Woodhouse" may be any woman who has no such name herself. */
  private mayBeCalled(woman: number, titled: number): boolean {
    const usual = this.namesOf(titled).find(({ wife, maiden }) => wife || maiden);
    if (usual === undefined || !this.isAnyWomans(titled)) return false;
    if (this.namesOf(woman).some(({ wife, maiden }) => wife || (maiden && usual.maiden))) return false;
    if (usual.maiden) return !this.hasSurname(woman);
    const isHusband = ({ names, wife, maiden }: ParsedName) => !wife && !maiden && names.at(-1) === usual.names.at(-1);
    return this.entities.some((_, k) => k !== woman && k !== titled && this.namesOf(k).some(isHusband));
  }

  /** "Mrs. Corney", who is "Mrs. Bumble" in later chapters. */
  private isMarriedAgain(a: number, b: number): boolean {
    const areWives = [a, b].every((k) => this.namesOf(k).every(({ wife }) => wife));
    return areWives && !this.work.chapters.some(({ inStory }) => inStory.has(a) && inStory.has(b));
  }

  /** "Mrs. Bovary", "Miss Bates", and "Mrs. Rawdon Crawley" too: no first name of her own. */
  private isAnyWomans(titled: number): boolean {
    const isMan = (names: readonly string[]) =>
      this.entities.some((_, k) => this.namesOf(k).some((name) => !name.wife && name.names.join() === names.join()));
    return this.namesOf(titled).some(
      ({ wife, maiden, names }) =>
        ((wife || maiden) && names.length === 1 && !isFirstName(names[0] ?? "")) ||
        (wife && names.length === 2 && isMan(names)),
    );
  }

  /**
   * What the names say by a title or a first name, or pronouns where they say nothing; a first name that may be a surname
   * gives way to many.
   */
  readonly sexOf = memoByName(String, (entity: number): Sex | undefined => {
    if (!this.isPerson(entity)) return undefined;
    const { forms } = this.of(entity);
    const said = { male: 0, female: 0 };
    this.namesOf(entity).forEach(({ gender }, k) => {
      if (gender !== undefined) said[gender] += forms[k]?.count ?? 0;
    });
    const all = forms.reduce((sum, { count }) => sum + count, 0);
    const byName = said.male + said.female > 0.1 * all ? mostly(said) : undefined;
    const pronouns = this.behaviour.pronouns(entity);
    const byPronoun = mostly(pronouns);
    const isTitled = this.namesOf(entity).some(({ titled }) => titled);
    const least = byName === undefined ? 4 : isTitled ? Number.POSITIVE_INFINITY : 10;
    return pronouns.male + pronouns.female < least ? byName : (byPronoun ?? byName);
  });

  private isPerson(entity: number): boolean {
    return this.entities[entity]?.type === "PERSON";
  }

  private of(entity: number): Entity {
    return this.entities[entity] as Entity;
  }

  /** "Collector of Customs" is addressed once or twice: no second name of the one who answers. */
  private isUsed(entity: number): boolean {
    return (this.entities[entity]?.count ?? 0) > 2;
  }
}

/** Asked of the same pairs again and again, whichever of the two comes first. */
function ofPairs(holds: (a: number, b: number) => boolean): (a: number, b: number) => boolean {
  const known = memoByName(
    ([a, b]: readonly [number, number]) => pairOf(a, b),
    ([a, b]) => holds(a, b),
  );
  return (a, b) => known([a, b]);
}

/** How many clauses of the guide, and how many of its points, name both. */
function toldTogether({ chapters }: ToldWork): Record<"clauses" | "points", Map<string, number>> {
  const [clauses, points] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, pair: string) => counts.set(pair, (counts.get(pair) ?? 0) + 1);
  for (const { chapter, points: mentioned } of chapters)
    mentioned.forEach((mentions, at) => {
      const text = chapter.summary[at] ?? "";
      const named = [...new Set(mentions.map(({ entity }) => entity))];
      for (const [k, a] of named.entries()) for (const b of named.slice(k + 1)) add(points, pairOf(a, b));
      mentions.forEach((a, k) => {
        for (const b of mentions.slice(k + 1)) {
          if (a.entity === b.entity || /[.!?;:–—()/"“”]/.test(text.slice(a.end, b.start))) break;
          add(clauses, pairOf(a.entity, b.entity));
        }
      });
    });
  return { clauses, points };
}

/** The least share of the rarer name's mentions that must be in a clause with the other name. */
const leastShare = 0.05;

/** The forms that are surely an entity's own: not met once or twice. */
function usualNames({ forms }: Entity): ParsedName[] {
  return forms.filter(({ count }) => count > 2).map(({ text }) => parseName(text));
}

function firstNamesOf(entity: Entity): string[] {
  return usualNames(entity)
    .filter(({ names, titles }) => names.length > 1 || titles.every((title) => maidenTitles.has(title)))
    .map(({ names }) => fullFirstName(names[0] ?? ""))
    .filter(isFirstName);
}

/** "Mr. Darcy", "Miss Bates": not what is after "Uncle", "Sir" or "Lord", nor a wife's unless all her names are a wife's. */
function surnamesOf(entity: Entity): string[] {
  const usual = usualNames(entity);
  if (usual.length > 0 && usual.every(({ wife }) => wife)) return usual.map(({ names }) => names.at(-1) ?? "");
  return usual.flatMap(({ names, titles, wife, gender }) => {
    const surname = names.at(-1) ?? "";
    if (wife || names.includes("of") || (gender === "female" && !titles.some((title) => maidenTitles.has(title))))
      return [];
    const isSaid = names.length > 1 || titles.some((title) => beforeSurnames.has(title));
    return isSaid && !isFirstName(surname) ? [surname] : [];
  });
}

function mostly({ male, female }: { male: number; female: number }): Sex | undefined {
  return male >= 2 * female ? "male" : female > 2.5 * male ? "female" : undefined;
}

/** One name holds all parts of the other, and no title or first name speaks against it: "Bennet", "Jane Bennet". */
export function couldNameOne(a: ParsedName, b: ParsedName): boolean {
  if (a.gender !== undefined && b.gender !== undefined && a.gender !== b.gender) return false;
  if (a.numeral !== undefined && b.numeral !== undefined && a.numeral !== b.numeral) return false;
  const [short, long] = [partsOf(a), partsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  return short.length > 0 && short.every((part) => long.some((other) => couldBeOneName(part, other)));
}

/** "Zosima" and "Zossima", "Kim" and "Kimball", "Eliza" and "Liza". */
export function couldBeOneName(one: string, other: string): boolean {
  const [a, b] = [soundOf(one), soundOf(other)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    a === b ||
    isVariant(a, b) ||
    (short.length >= 3 && long.startsWith(short)) ||
    (short.length >= 4 && long.endsWith(short)) ||
    isPetName(a, b) ||
    isPetName(b, a)
  );
}

/** "Sibyl" and "Sybil" sound alike. */
function soundOf(name: string): string {
  return name.replace(/y/g, "i").replace(/ph/g, "f").replace(/(.)\1/gu, "$1");
}

/** "Candy" is what "Candida" may be called. */
function isPetName(pet: string, full: string): boolean {
  const stem = /^(\p{L}{3,}?)(?:i|ie|ei)$/u.exec(pet)?.[1];
  return stem !== undefined && full.startsWith(stem);
}

/** Without particles, pet names made full, plurals made single ("the Cratchits"). */
export function partsOf({ names }: ParsedName): string[] {
  return names
    .filter((part) => !particles.has(part))
    .map((part, k) => (k === 0 ? fullFirstName(part) : part).replace(/(?<=\p{L}{3})s$/u, ""));
}
