import type { Chapter } from "@plotline/align";
import { type Random, shuffled } from "@plotline/base";
import {
  Behaviour,
  couldBeOneName,
  type Entity,
  folded,
  fullFirstName,
  type ParsedName,
  parseName,
  partsOf,
  SamePerson,
  type StoryMention,
} from "@plotline/text";
import type { NamedChapter, NamedWork } from "../work.ts";
import { type Point, pointOf } from "./point.ts";
import { SoundNames } from "./sound-names.ts";

/** The entities of a work that may be options, and what is doubtful about them. */
export class Candidates {
  /** People that the guide names. */
  readonly pool: readonly number[];
  /** People outside the pool, most mentioned first: used when it is too small. */
  readonly more: readonly number[];
  private readonly everybody: readonly number[];
  /** A text of a few lines, or about three persons, asks with what it has. */
  readonly isTiny: boolean;
  readonly names: SoundNames;
  readonly behaviour: Behaviour;
  private readonly entities: readonly Entity[];
  /** Those of one or two chapters, such as the figures of a tale within the tale, in a work that has enough others. */
  private readonly passing: ReadonlySet<number>;
  private readonly sound: ReadonlySet<number>;
  private readonly samePerson: SamePerson;

  constructor(work: NamedWork) {
    this.entities = work.index.entities;
    this.behaviour = new Behaviour(work);
    this.names = new SoundNames(work);
    this.isTiny = this.names.mentions < 30 || this.entities.filter(({ type }) => type === "PERSON").length <= 3;
    this.samePerson = new SamePerson(work, this.behaviour);
    const named = [...this.entities.keys()].filter((k) => this.isPerson(k) && this.of(k).count > 0);
    const sound = named.filter((k) => this.names.isSound(k) && this.isPresent(k, work));
    this.sound = new Set(sound);
    this.pool = sound.filter((k) => work.told.has(k));
    this.passing = passingIn(work, this.pool);
    const taken = new Set(this.pool);
    this.more = sound
      .filter((k) => !taken.has(k) && !this.isRare(k))
      .sort((a, b) => this.of(b).count - this.of(a).count || a - b);
    this.everybody = [...this.pool, ...this.more];
  }

  private isPresent(entity: number, { index }: NamedWork): boolean {
    return this.isTiny || index.speakers.has(entity) || this.behaviour.isPresent(entity);
  }

  mayBeSame(a: number, b: number): boolean {
    return this.samePerson.mayBe(a, b);
  }

  /** What a point says about whom it may mean if it hides this one. */
  pointOf(entity: number, point: string, mentions: readonly StoryMention[]): Point {
    return pointOf(entity, point, mentions, (k) => this.samePerson.sexOf(k));
  }

  /** Surely a person. */
  isSure(entity: number): boolean {
    return this.isPerson(entity) && !this.isRare(entity) && this.sound.has(entity);
  }

  /** There are enough others to ask for. */
  isOpen(entity: number, point: string, mentions: readonly StoryMention[]): boolean {
    return this.areEnough(entity, this.pointOf(entity, point, mentions), this.everybody);
  }

  /** Whether some of these others leave the answer open: that many whom the point does not name, and some of the right sex. */
  areEnough(answer: number, point: Point, others: readonly number[]): boolean {
    const [most, unnamed, rivals] = this.isTiny ? [1, 1, 1] : point.sex === undefined ? fewest : fewestOfSex;
    const count = (isOne: (k: number) => boolean) => distinct(this, answer, others.filter(isOne), most).length;
    return (
      count(() => true) >= most &&
      count((k) => !point.named.includes(k)) >= unnamed &&
      count((k) => this.isPossible(k, answer, point)) >= rivals &&
      (this.isTiny || others.some((k) => this.isPossible(k, answer, point) && !this.isOnlyOneWoman(k, answer)))
    );
  }

  isPerson(entity: number): boolean {
    return this.of(entity).type === "PERSON";
  }

  /** Those whom only other chapters know, and only one or two of them. */
  strangersTo({ inStory }: Pick<NamedChapter, "inStory">): readonly number[] {
    return [...this.passing].filter((k) => !inStory.has(k));
  }

  /** Not a person and an animal. */
  areAlike(a: number, b: number): boolean {
    return this.behaviour.isCreature(a) === this.behaviour.isCreature(b);
  }

  /** Whether somebody else is possible: the point does not name that one, and "he" or "she" fits. */
  isPossible(entity: number, answer: number, { named, sex }: Point): boolean {
    if (named.includes(entity) || this.mayBeSame(entity, answer)) return false;
    if (named.some((other) => this.samePerson.isSaidToBe(entity, other))) return false;
    if (sex === undefined) return true;
    const own = this.samePerson.sexOf(entity);
    return sex === "female" ? own === "female" : sex === "male" && own !== "female";
  }

  /** Whether the texts call one of the two a woman, and not the other. */
  isOnlyOneWoman(a: number, b: number): boolean {
    return (this.samePerson.sexOf(a) === "female") !== (this.samePerson.sexOf(b) === "female");
  }

  /** The first persons of a list who are possible by what the point says, of one sex first; no two of them one. */
  rivalsOf(answer: number, point: Point, list: readonly number[], most: number): readonly number[] {
    const possible = list.filter((k) => this.isPossible(k, answer, point));
    const alike = possible.filter((k) => !this.isOnlyOneWoman(k, answer));
    return distinct(this, answer, [...alike, ...possible], most);
  }

  /** The story names it so seldom that it may be no name at all, or nobody of the story. */
  isRare(entity: number): boolean {
    return this.of(entity).count < Math.min(5, 2 + Math.floor(0.002 * this.names.mentions));
  }

  /** Whether a point that names both may say who is hidden. */
  isShownBy(a: number, b: number): boolean {
    return this.samePerson.isShownBy(a, b);
  }

  /** Whether the spelling is surely this entity's: it shares a part with the name shown, and is nobody's else in the chapter. */
  isMeant(mention: StoryMention, chapter: NamedChapter): boolean {
    const { name, type } = this.of(mention.entity);
    if (type !== "PERSON") return true;
    const [own, shown] = [parseName(mention.text), parseName(name)];
    return (
      shareName(own, shown, chapter) &&
      saint.test(mention.text) === saint.test(name) &&
      this.doTitlesFit(own, shown) &&
      [own, shown].every((spelling) => this.isNobodyElses(spelling, mention.entity, chapter))
    );
  }

  private doTitlesFit(own: ParsedName, shown: ParsedName): boolean {
    // "Mrs. Robert Ferrars" is not "Mrs. Ferrars".
    if (own.wife && own.names.length > shown.names.length) return false;
    const [title, shownTitle] = [own.titles.at(-1), shown.titles.at(-1)];
    // Nor is "Mr. Johnson" "Dr. Johnson".
    if (title !== undefined && shownTitle !== undefined) return title === shownTitle;
    if (title !== undefined || shownTitle === undefined) return true;
    // Nor is "Charley" "King Charles", nor "Hall" "Mrs. Hall".
    if (!partsOf(shown).some((part) => own.names.includes(part))) return false;
    if (shown.wife && own.names[0] === shown.names.at(-1)) return false;
    // Nor is "Pitt Crawley" "Sir Pitt".
    return !(noble.has(shownTitle) && own.names.length > 1);
  }

  /** Whether no other person, of the chapter or with a family, goes by this first name or surname. */
  private isNobodyElses(name: ParsedName, entity: number, near: Pick<NamedChapter, "inStory" | "told">): boolean {
    if (name.names.length > 1 || name.titles.length > 0) return true;
    const [part = ""] = name.names;
    const said = this.of(entity).forms.find(({ text }) => folded(text.toLowerCase()) === part)?.count ?? 1;
    const others = (this.names.longerNames.get(fullFirstName(part)) ?? []).filter((longer) => longer.entity !== entity);
    const isNear = (other: number) => near.inStory.has(other) || near.told.has(other);
    return (
      !this.names.isFamily(name, entity) &&
      !others.some(({ entity: other, count }) => count > 1 && (isNear(other) ? 30 : 10) * count >= said)
    );
  }

  /**
   * "Mrs. C.", "the Cratchits", "Hall" for Mr. Hall, "Ferdo" for Ferdinand: a capitalised word outside all longer names says
   * who is hidden; so does a longer name where the point speaks of kin: "Mr. Rugg's daughter".
   */
  isGivenAway(entity: number, point: string, mentions: readonly StoryMention[]): boolean {
    const own = mentions.filter((mention) => mention.entity === entity).map(({ text }) => text);
    const parts = [...own, this.of(entity).name].flatMap((text) => partsOf(parseName(text)));
    const isOfKin = kin.test(point);
    const isNamed = (at: number) =>
      mentions.some(
        ({ start, end, text, entity: who }) =>
          start <= at && at < end && (who === entity || (!isOfKin && text.includes(" "))),
      );
    return [...point.matchAll(/\p{Lu}(?:\.|[\p{L}'’]+)/gu)].some(({ index, 0: word }) => {
      if (isNamed(index)) return false;
      const plain = folded(word.toLowerCase()).replace(/'s?$/, "");
      if (plain.endsWith(".")) return parts.some((part) => part[0] === plain[0]);
      const beginsAlike = (part: string) => plain.length > 4 && part.startsWith(plain.slice(0, -1));
      return plain.length > 2 && parts.some((part) => couldBeOneName(part, plain) || beginsAlike(part));
    });
  }

  private of(entity: number): Entity {
    return this.entities[entity] as Entity;
  }
}

function passingIn({ chapters }: NamedWork, people: readonly number[]): Set<number> {
  const isPassing = (k: number) => chapters.filter(({ inStory }) => inStory.has(k)).length <= 2;
  const passing = people.filter(isPassing);
  return new Set(chapters.length >= 10 && people.length - passing.length >= 9 ? passing : []);
}

/** A father may have them, and his son not. */
const noble = new Set("sir lord lady king queen prince squire general".split(" "));

const saint = /\bSt\.? \p{Lu}/u;

const kin =
  /\b(?:wife|husband|daughters?|sons?|brothers?|sisters?|father|mother|parents|marri\w+|relati(?:ves?|ons?)|kin|cousins?|uncles?|aunts?|nephews?|nieces?|grand\p{Ll}+|heirs?|heiress|ancestors?|family)\b/iu;

/** Whether a spelling has a part of the name shown, and no part that contradicts it in this chapter. */
function shareName(own: ParsedName, shown: ParsedName, { chapter }: Pick<NamedChapter, "chapter">): boolean {
  const [parts, shownParts] = [partsOf(own), partsOf(shown)];
  if (!shownParts.some((part) => parts.some((other) => couldBeOneName(other, part)))) return false;
  // "Bill" is not "Willie", whom the chapter does not know.
  if (!own.names.some((part) => shown.names.includes(part)) && !shown.names.some((part) => spells(chapter, part)))
    return false;
  const [first = "", [shownFirst = "", ...surnames]] = [parts[0], shownParts];
  const areFull = own.names.length > 1 && shown.names.length > 1;
  // Nor is "E. Dromio" "S. Dromio".
  if (areFull && !couldBeOneName(first, shownFirst) && !first.startsWith(shownFirst.replace(".", ""))) return false;
  // Nor is the Mary of one story the "Mary Sutherland" of another.
  const isFirst = own.names.length === 1 && surnames.length > 0 && couldBeOneName(first, shownFirst);
  return !isFirst || surnames.some((part) => spells(chapter, part));
}

/** Whether the chapter or its summary has a word, given in small letters. */
function spells({ story, summary }: Chapter, word: string): boolean {
  return [...story, ...summary].some((text) => folded(text.toLowerCase()).includes(word));
}

/** Besides the answer a question has this many persons, this many whom the point does not name, and this many whom it may mean. */
const fewest = [3, 2, 1] as const;
/** More where a word of the point, such as "she", rules people out. */
const fewestOfSex = [3, 2, 2] as const;

/** The first `most` of a list, none of whom might be the answer or another one under a second name. */
function distinct(candidates: Candidates, answer: number, list: Iterable<number>, most: number): number[] {
  const chosen: number[] = [];
  for (const entity of list) {
    if (chosen.length >= most) break;
    if (entity === answer || candidates.mayBeSame(entity, answer) || !candidates.areAlike(entity, answer)) continue;
    if (!chosen.some((other) => entity === other || candidates.mayBeSame(entity, other))) chosen.push(entity);
  }
  return chosen;
}

/**
 * `size - 1` wrong options: `rivals` who are possible by all that the point says, then others of low `rank`, equals
 * in random order; none that might be the answer or another option under a second name, and none of `never`.
 */
export function wrongOptions(
  candidates: Candidates,
  answer: number,
  size: number,
  next: Random,
  {
    from,
    rivals,
    rank,
    point,
    never = [],
  }: {
    from: readonly number[];
    rivals: number;
    rank: (entity: number) => number;
    point: Point;
    never?: readonly number[];
  },
): number[] {
  const ranked = shuffled(from, next).sort((a, b) => rank(a) - rank(b));
  const possible = [...ranked, ...candidates.more].filter((entity) => !never.includes(entity));
  return distinct(candidates, answer, [...candidates.rivalsOf(answer, point, possible, rivals), ...possible], size - 1);
}
