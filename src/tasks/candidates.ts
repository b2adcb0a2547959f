import type { Chapter } from "../corpus/types.ts";
import { type Random, shuffled } from "../random.ts";
import { type ParsedName, parseName } from "../text/names/group.ts";
import type { Entity } from "../text/names/index.ts";
import {
  famous,
  folded,
  fullFirstName,
  isFirstName,
  isKnownPlace,
  isTitle,
  languages,
  particles,
  roles,
} from "../text/names/lexicon.ts";
import { isNickname } from "./gap.ts";
import type { ClozeOptions } from "./options.ts";
import { couldBeOneName, partsOf, SamePerson } from "./same-person.ts";
import type { NamedChapter, NamedWork, StoryMention } from "./work.ts";

/** What a point says about whom it may mean: whom it names, and whether it has a "she" or "her". */
export interface Point {
  readonly named: readonly number[];
  readonly saysShe: boolean;
}

/** The entities of a work that may be options, and what is doubtful about them. */
export class Candidates {
  readonly pool: readonly number[];
  /** Entities outside the pool, most mentioned first: used when it is too small. */
  readonly more: readonly number[];
  private readonly entities: readonly Entity[];
  private readonly sound: ReadonlySet<number>;
  private readonly samePerson: SamePerson;
  private readonly nicknames: ReadonlySet<number>;
  private readonly longerNames: ReadonlyMap<string, readonly LongerName[]>;
  /** Whoever matters in a play speaks: other names there are of the dead, of gods, or second names. */
  private readonly isPlay: boolean;
  /** Of persons, in the story. */
  private readonly mentions: number;

  constructor(
    private readonly work: NamedWork,
    pool: ClozeOptions["pool"],
  ) {
    this.entities = work.index.entities;
    this.samePerson = new SamePerson(work);
    this.nicknames = nicknamesOf(work);
    this.longerNames = longerNames(this.entities);
    this.isPlay = isPlay(work);
    this.mentions = this.entities.reduce((sum, { type, count }) => sum + (type === "PERSON" ? count : 0), 0);
    const sound = [...this.entities.keys()].filter(
      (k) => this.of(k).count > 0 && this.isSound(k) && (this.isPerson(k) || !this.isRare(k)),
    );
    this.sound = new Set(sound);
    this.pool = pool === "story" ? sound : sound.filter((k) => work.told.has(k));
    const taken = new Set(this.pool);
    this.more = sound
      .filter((k) => !taken.has(k) && this.isPerson(k) && !this.isRare(k) && !this.isCut(k) && this.isSomebody(k))
      .sort((a, b) => this.of(b).count - this.of(a).count || a - b);
  }

  mayBeSame(a: number, b: number): boolean {
    return this.samePerson.mayBe(a, b);
  }

  /** A person, and two others are surely neither that person nor each other: places, of which one may be in another, are not asked for. */
  isAskable(entity: number, point: Point): boolean {
    const isSure = this.isPerson(entity) && !this.isRare(entity) && this.sound.has(entity);
    return isSure && this.foilsOf(entity, point, [...this.pool, ...this.more]).length > 0;
  }

  isPerson(entity: number): boolean {
    return this.of(entity).type === "PERSON";
  }

  /**
   * The first two persons of a list who are surely neither the answer nor each other. One of them is possible by all that the
   * point says: it does not name that one, and "he" or "she" fits.
   */
  foilsOf(answer: number, { named, saysShe }: Point, list: readonly number[]): readonly number[] {
    const others = list.filter((k) => k !== answer && this.isPerson(k) && !this.mayBeSame(k, answer));
    const isPossible = (k: number) => !named.includes(k) && this.samePerson.mayBeMeant(k, answer, saysShe);
    for (const one of others.filter(isPossible)) {
      const other = others.find((k) => k !== one && !this.mayBeSame(k, one));
      if (other !== undefined) return [one, other];
    }
    return [];
  }

  /** The story names it so seldom that it may be no name at all, or nobody of the story. */
  isRare(entity: number): boolean {
    return this.of(entity).count < Math.min(5, 2 + Math.floor(0.002 * this.mentions));
  }

  /** Of little weight in the work: offered outside the chapter only when nobody else is left. */
  isMinor(entity: number): boolean {
    return this.of(entity).count < 0.003 * this.mentions;
  }

  /** Whether a bullet that names both may say who is hidden. */
  isShownBy(a: number, b: number): boolean {
    return this.samePerson.isShownBy(a, b);
  }

  /** Surely a name: the tagger found it in most places where it is spelled, and its words are used as whole names. */
  private isSound(entity: number): boolean {
    const { name, forms, count, type } = this.of(entity);
    const tagged = forms.reduce((sum, form) => sum + form.count, 0);
    if (tagged < 2 || 2 * tagged < count || (count < 2 && (this.work.told.get(entity) ?? 0) < 2)) return false;
    if (isNoSingleName(name) || isOfTwo(forms) || this.nicknames.has(entity)) return false;
    if (forms.every(({ text }) => /^(?:St\.?|Saint|San|Santa) /.test(text))) return false;
    const all = name.split(" ");
    const words = all.filter((word) => !isTitle(word) && !particles.has(word.toLowerCase()));
    const [isAlone, last] = [all.length === 1, words.at(-1) ?? ""];
    if (this.isOwner(last) || (!isAlone && (this.isPlural(last) || this.isCutShort(last)))) return false;
    const isPerson = type === "PERSON";
    if (isPerson ? !this.isInStory(entity) || this.isCommon(last, isAlone) : !this.isPlace(all[0] ?? "")) return false;
    return words.some((word) => this.isNameWord(word, { isAlone, isPerson }));
  }

  /** Whether it is one person of the story: in a play one who speaks. */
  private isInStory(entity: number): boolean {
    if (this.isPlay && (!this.work.index.speakers.has(entity) || this.isCut(entity))) return false;
    return !this.isSpokenOfOnly(entity) && !this.isFamily(parseName(this.of(entity).name), entity);
  }

  /** Whether the spelling is surely this entity's: it shares a part with the name shown, and is nobody's else in the chapter. */
  isMeant({ entity, text }: StoryMention, { chapter, inStory, told }: NamedChapter): boolean {
    const { name, type } = this.of(entity);
    if (type !== "PERSON") return true;
    const [own, shown] = [parseName(text), parseName(name)];
    const has = (parts: readonly string[]) => parts.some((part) => partsOf(own).some((p) => couldBeOneName(p, part)));
    if (!has(partsOf(shown))) return false;
    const [first = "", shownFirst = ""] = [partsOf(own)[0], partsOf(shown)[0]];
    const areFull = own.names.length > 1 && shown.names.length > 1;
    // "E. Dromio" is not "S. Dromio".
    if (areFull && !couldBeOneName(first, shownFirst) && !first.startsWith(shownFirst.replace(".", ""))) return false;
    const [title, shownTitle] = [own.titles.at(-1), shown.titles.at(-1)];
    // Nor is the Mary of one story the "Mary Sutherland" of another.
    const [, ...surnames] = partsOf(shown);
    const isFirst = own.names.length === 1 && surnames.length > 0 && couldBeOneName(first, shownFirst);
    if (isFirst && !surnames.some((part) => spells(chapter, part))) return false;
    // Nor is "Charley" "King Charles".
    if (shownTitle !== undefined && title === undefined && !partsOf(shown).some((part) => own.names.includes(part)))
      return false;
    // Nor is "Mr. Johnson" "Dr. Johnson".
    if (title !== undefined && shownTitle !== undefined && title !== shownTitle) return false;
    return [own, shown].every((spelling) => this.isNobodyElses(spelling, entity, { inStory, told }));
  }

  /** Whether no other person, of the chapter or with a family, goes by this first name or surname. */
  private isNobodyElses(name: ParsedName, entity: number, near: Pick<NamedChapter, "inStory" | "told">): boolean {
    if (name.names.length > 1 || name.titles.length > 0) return true;
    const [part = ""] = name.names;
    const said = this.of(entity).forms.find(({ text }) => folded(text.toLowerCase()) === part)?.count ?? 1;
    const others = (this.longerNames.get(fullFirstName(part)) ?? []).filter((longer) => longer.entity !== entity);
    const isNear = (other: number) => near.inStory.has(other) || near.told.has(other);
    return (
      !this.isFamily(name, entity) &&
      !others.some(({ entity: other, count }) => count > 1 && (isNear(other) ? 30 : 10) * count >= said)
    );
  }

  /** "Baskerville" alone, where Sir Henry and Sir Charles have that surname. */
  private isFamily({ names, titles }: ParsedName, entity: number): boolean {
    const bearers = (this.longerNames.get(fullFirstName(names[0] ?? "")) ?? []).filter(
      (longer) => longer.isLast && longer.count >= 3 && longer.entity !== entity,
    );
    return names.length === 1 && titles.length === 0 && new Set(bearers.map((longer) => longer.entity)).size > 1;
  }

  /** "Mrs. C.", "the Cratchits", "Hall" for Mr. Hall: a capitalised word outside all longer names says who is hidden. */
  isGivenAway(entity: number, bullet: string, mentions: readonly StoryMention[]): boolean {
    const own = mentions.filter((mention) => mention.entity === entity).map(({ text }) => text);
    const parts = [...own, this.of(entity).name].flatMap((text) => partsOf(parseName(text)));
    const isNamed = (at: number) =>
      mentions.some(
        ({ start, end, text, entity: who }) => start <= at && at < end && (who === entity || text.includes(" ")),
      );
    return [...bullet.matchAll(/\p{Lu}(?:\.|[\p{L}'’]+)/gu)].some(({ index, 0: word }) => {
      if (isNamed(index)) return false;
      const plain = folded(word.toLowerCase()).replace(/'s?$/, "");
      if (plain.endsWith(".")) return parts.some((part) => part[0] === plain[0]);
      return plain.length > 2 && parts.some((part) => couldBeOneName(part, plain));
    });
  }

  /** A title, a first name or a surname says that it is a person: some editions write every noun large. */
  private isSomebody(entity: number): boolean {
    return this.of(entity).forms.some(({ text }) => {
      const { names, gender } = parseName(text);
      return gender !== undefined || names.length > 1;
    });
  }

  private of(entity: number): Entity {
    return this.entities[entity] as Entity;
  }

  /** "Arg", before the speeches of Argan; "Alex", who is "Alexander" too or is only before speeches. */
  private isCut(entity: number): boolean {
    const { name, forms } = this.of(entity);
    const [word = "", ...more] = partsOf(parseName(name));
    const isLonger = (text: string) => partsOf(parseName(text)).some((part) => part !== word && part.startsWith(word));
    const counts = this.work.index.usage(word);
    const isLabel = counts !== undefined && counts.inside + counts.initial === 0;
    return (
      more.length === 0 &&
      word.length <= 4 &&
      (isLabel || [...this.entities.map((each) => each.name), ...forms.map(({ text }) => text)].some(isLonger))
    );
  }

  /** "Miss Dashwoods", where Dashwood is a name too. */
  private isPlural(word: string): boolean {
    return /\p{L}{3}s$/u.test(word) && (this.work.index.usage(word.slice(0, -1))?.inside ?? 0) > 0;
  }

  /** "Magna Charta", where the work has "Magna Charta Island". */
  private isCutShort(word: string): boolean {
    const counts = this.work.index.usage(word);
    return counts !== undefined && counts.beforeCapital > 0.6 * (counts.inside + counts.initial);
  }

  /** "Hostess", "First Watchman": the headings of speeches have capitals, and the text "the hostess". */
  private isCommon(word: string, isAlone: boolean): boolean {
    const counts = this.work.index.usage(word);
    if (counts === undefined) return false;
    if (roles.has(word.toLowerCase()) && (this.isPlay || isAlone) && !isFirstName(word)) return true;
    if (this.isPlay && counts.lower > 0 && !isFirstName(word)) return true;
    return counts.lower > 0.5 * (counts.inside + counts.initial);
  }

  /** "Romeo" in a novel, "Rome", "Ben Alder", a mountain: a famous name, a place, or a name that never speaks or owns anything. */
  private isSpokenOfOnly(entity: number): boolean {
    const { name, count, forms } = this.of(entity);
    if (famous.has(name.toLowerCase())) return count < 0.01 * this.mentions;
    if (this.work.index.speakers.has(entity)) return false;
    if (isKnownPlace(name) && !forms.some(({ text }) => isTitle(text.split(" ")[0] ?? ""))) return true;
    const words = new Set(forms.flatMap(({ text }) => text.split(" ")));
    const acts = [...words].some((word) => {
      const counts = this.work.index.usage(word);
      return counts !== undefined && counts.beforeSpeech + counts.possessive + counts.afterTitle > 0;
    });
    return !acts && count < 0.02 * this.mentions;
  }

  /** "Brown's", "Edgar's Buildings": a firm or a place, whose owner is nobody of the story. */
  private isOwner(word: string): boolean {
    const counts = this.work.index.usage(word);
    return counts !== undefined && counts.possessive > 0.6 * (counts.inside + counts.initial);
  }

  /** One is in it, or comes from there: not a language, nor a god. */
  private isPlace(word: string): boolean {
    const counts = this.work.index.usage(word);
    return counts !== undefined && counts.afterPlacePreposition > 0.15 * (counts.inside + counts.initial);
  }

  /** Whether the work uses the word as a name; alone, not mostly as a part of longer ones. */
  isNameWord(word: string, { isAlone, isPerson }: { isAlone: boolean; isPerson: boolean }): boolean {
    const counts = this.work.index.usage(word);
    if (counts === undefined) return false;
    const written = counts.inside + counts.initial;
    if (counts.inside + counts.upper < 1 || written + counts.upper < 2) return false;
    if (counts.lower > 0.5 * (written + counts.upper)) return false;
    if (!isAlone) return true;
    const joined = Math.max(counts.beforeCapital, counts.afterCapital - counts.afterTitle);
    return (
      counts.afterA <= 1 + 0.1 * written && joined <= 0.6 * written && !(isPerson && counts.afterThe > 0.5 * written)
    );
  }
}

/** Whether the chapter or its summary has a word, given in small letters. */
function spells({ story, summary }: Chapter, word: string): boolean {
  return [...story, ...summary].some((text) => folded(text.toLowerCase()).includes(word));
}

/** A king and a prince, or two full names with two surnames: two persons of one name, whom nothing keeps apart. */
function isOfTwo(forms: Entity["forms"]): boolean {
  const names = forms.slice(0, 8).map(({ text }) => parseName(text));
  const titles = new Set(names.flatMap((name) => name.titles));
  if ((titles.has("king") && titles.has("prince")) || (titles.has("queen") && titles.has("princess"))) return true;
  if (names.some(({ gender }) => gender === "female")) return false;
  const full = names.filter(({ names: parts }) => parts.length > 1 && !parts.includes("of"));
  const areOne = (a: string, b: string) =>
    couldBeOneName(a, b) || full.some(({ names: parts }) => parts.includes(a) && parts.includes(b));
  const last = full.map(({ names: parts }) => parts.at(-1) ?? "");
  return last.some((a) => !areOne(a, last[0] ?? ""));
}

/** Most of the mentions of persons are of those who speak. */
function isPlay({ index: { entities, speakers } }: NamedWork): boolean {
  const mentions = (isOne: (k: number) => boolean) =>
    entities.reduce((sum, { type, count }, k) => (type === "PERSON" && isOne(k) ? sum + count : sum), 0);
  return speakers.size > 2 && mentions((k) => speakers.has(k)) > 0.6 * mentions(() => true);
}

/** An office, a language, several people, or no name at all. */
function isNoSingleName(name: string): boolean {
  return (
    languages.has(name.toLowerCase()) || ofSeveral.test(name) || isOffice(name) || !name.split(" ").every(isNameLike)
  );
}

/** An "Earl of Derby" has another name. */
function isOffice(name: string): boolean {
  const [first = "", second = ""] = name.split(" ");
  return (isTitle(first) && second.toLowerCase() === "of") || name.endsWith("-General");
}

function isNameLike(word: string, at: number, { length }: readonly string[]): boolean {
  return /^\p{L}[\p{L}’'-]*\.?$/u.test(word) && (at === length - 1 || !/['’]s$/.test(word));
}

/** "Misses Molyneux", "Harding Brothers", "II Cit[izen]". */
const ofSeveral = /^(?:Misses|Messrs\.?|Messieurs|\p{L}\.|[IVX]+) \S+$| (?:Brothers|Bros\.?|Sons|Company|Co\.)$/u;

/** A name of several words, known under each of them. */
interface LongerName {
  readonly entity: number;
  readonly count: number;
  readonly isLast: boolean;
}

function longerNames(entities: readonly Entity[]): Map<string, LongerName[]> {
  const found = new Map<string, LongerName[]>();
  for (const [entity, { type, forms }] of entities.entries()) {
    if (type !== "PERSON") continue;
    for (const { text, count } of forms) {
      const { names, wife } = parseName(text);
      if (names.length < 2 || wife) continue;
      for (const [k, part] of names.entries()) {
        const key = fullFirstName(part);
        found.set(key, [...(found.get(key) ?? []), { entity, count, isLast: k === names.length - 1 }]);
      }
    }
  }
  return found;
}

/** Whom the guide mentions as a name now and then: such a name is hardly ever the only one. */
function nicknamesOf({ chapters, told }: NamedWork): Set<number> {
  const counts = new Map<number, number>();
  for (const { chapter, bullets } of chapters)
    bullets.forEach((mentions, at) => {
      for (const mention of mentions)
        if (isNickname(chapter.summary[at] ?? "", mention))
          counts.set(mention.entity, (counts.get(mention.entity) ?? 0) + 1);
    });
  return new Set(
    [...counts].filter(([entity, count]) => 4 * count > (told.get(entity) ?? 0)).map(([entity]) => entity),
  );
}

/**
 * `size - 1` wrong options: `always`, then two persons, then those of low `rank`, equals in random order; none that might be
 * the answer or another option under a second name, and none of `never`.
 */
export function wrongOptions(
  candidates: Candidates,
  answer: number,
  size: number,
  next: Random,
  {
    rank,
    point,
    always = [],
    never = [],
  }: {
    rank: (entity: number) => number;
    point: Point;
    always?: readonly number[];
    never?: readonly number[];
  },
): number[] {
  const ranked = shuffled(candidates.pool, next).sort((a, b) => rank(a) - rank(b));
  const possible = [...ranked, ...candidates.more].filter((entity) => !never.includes(entity));
  const chosen: number[] = [];
  for (const entity of [...always, ...candidates.foilsOf(answer, point, possible), ...possible]) {
    if (chosen.length >= size - 1) break;
    if (entity === answer || candidates.mayBeSame(entity, answer)) continue;
    if (!chosen.some((other) => entity === other || candidates.mayBeSame(entity, other))) chosen.push(entity);
  }
  return chosen;
}
