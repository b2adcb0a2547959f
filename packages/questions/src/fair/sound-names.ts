import { sumOf } from "@plotline/base";
import {
  couldBeOneName,
  type Entity,
  Flag,
  famous,
  flagsOf,
  fullFirstName,
  isFirstName,
  isKnownPlace,
  isTitle,
  keyOf,
  languages,
  type ParsedName,
  parseName,
  particles,
  stageRoles,
  tally,
} from "@plotline/text";
import type { NamedWork } from "../work.ts";
import { isNickname } from "./gap.ts";

/** Which of a work's entities are surely names of one person or place, and nothing else. */
export class SoundNames {
  readonly longerNames: ReadonlyMap<string, readonly LongerName[]>;
  private readonly surnames: ReadonlySet<string>;
  /** Of persons, in the story. */
  readonly mentions: number;
  private readonly entities: readonly Entity[];
  private readonly nicknames: ReadonlySet<number>;
  /** Whoever matters in a play speaks: other names there are of the dead, of gods, or second names. */
  private readonly isPlay: boolean;

  constructor(private readonly work: NamedWork) {
    this.entities = work.index.entities;
    this.nicknames = nicknamesOf(work);
    this.longerNames = longerNames(this.entities);
    this.surnames = surnames(this.entities);
    this.isPlay = isPlay(work);
    this.mentions = sumOf(this.entities, ({ type, count }) => (type === "PERSON" ? count : 0));
  }

  /** Surely one person's name: the tagger found it in most places where it is spelled, and its words are used as names. */
  isSound(entity: number): boolean {
    const { name, forms, count } = this.of(entity);
    const tagged = sumOf(forms, (form) => form.count);
    if (tagged < 2 || 2 * tagged < count || (count < 2 && (this.work.told.get(entity) ?? 0) < 2)) return false;
    if (isNoSingleName(name) || this.nicknames.has(entity)) return false;
    if (forms.every(({ text }) => /^(?:St\.?|Saint|San|Santa) /.test(text))) return false;
    const all = name.split(" ");
    const words = all.filter((word) => !isTitle(word) && !particles.has(word.toLowerCase()));
    // "Sydney Cecil Vivian Montmorency": somebody is made fun of.
    if (words.length > 3 || isOfTwo(forms) || !this.isInStory(entity)) return false;
    if (this.isCommon(words.at(-1) ?? "", all.length === 1)) return false;
    return words.some((word) => this.isNameWord(word, all.length === 1));
  }

  /** Whether it is one person of the story: in a play one who speaks. */
  private isInStory(entity: number): boolean {
    if (this.isPlay && (!this.work.index.speakers.has(entity) || this.isCut(entity))) return false;
    return !this.isSpokenOfOnly(entity) && !this.isFamily(parseName(this.of(entity).name), entity);
  }

  /** "Baskerville" alone, where Sir Henry and Sir Charles have that surname; "Venn" or "Venns", never more, where there is a Mrs. Venn. */
  isFamily({ names, titles }: ParsedName, entity: number): boolean {
    const isBare = this.of(entity).forms.every(({ text }) => !text.includes(" "));
    const [word = ""] = names;
    if (isBare && (this.surnames.has(word) || this.surnames.has(word.replace(/s$/, "")))) return true;
    const bearers = (this.longerNames.get(fullFirstName(names[0] ?? "")) ?? []).filter(
      (longer) => longer.isLast && longer.count >= 3 && longer.entity !== entity,
    );
    return names.length === 1 && titles.length === 0 && new Set(bearers.map((longer) => longer.entity)).size > 1;
  }

  /** "Arg", before the speeches of Argan; "Alex", who is "Alexander" too. */
  private isCut(entity: number): boolean {
    const { name, forms } = this.of(entity);
    const [word = "", ...more] = parseName(name).names.filter((part) => !particles.has(part));
    const isLonger = (text: string) => parseName(text).names.some((part) => part !== word && part.startsWith(word));
    const { inside, initial } = this.work.index.usage(word) ?? { inside: 0, initial: 0 };
    const all = [...this.entities.map((each) => each.name), ...forms.map(({ text }) => text)];
    return more.length === 0 && word.length <= 4 && (inside + initial === 0 || all.some(isLonger));
  }

  /** "Hostess", "First Watchman": the headings of speeches have capitals, and the text "the hostess". */
  private isCommon(word: string, isAlone: boolean): boolean {
    const { lower, inside, initial } = this.work.index.usage(word) ?? { lower: 0, inside: 0, initial: 0 };
    if (isFirstName(word)) return false;
    if (this.isPlay ? lower > 0 || stageRoles.has(word.toLowerCase()) : isAlone && stageRoles.has(word.toLowerCase()))
      return true;
    return lower > 0.5 * (inside + initial);
  }

  /** "Rome", or "Paris" where one goes there. */
  private isNamedLikePlace(name: string): boolean {
    const { afterPlacePreposition = 0, inside = 0, initial = 0 } = this.work.index.usage(name) ?? {};
    const isGoneTo = afterPlacePreposition > 0.15 * (inside + initial);
    return isKnownPlace(name) || (isGoneTo && (flagsOf(keyOf(name)) & Flag.place) !== 0);
  }

  /** "Romeo" in a novel, "Rome", "Ben Alder", a mountain: a famous name, a place, or a name that never speaks or owns anything. */
  private isSpokenOfOnly(entity: number): boolean {
    const { name, count, forms } = this.of(entity);
    if (famous.has(name.toLowerCase()) || /^(?:King|Queen|Emperor|Pope) /.test(name))
      return count < 0.03 * this.mentions;
    if (this.work.index.speakers.has(entity)) return false;
    if (this.isNamedLikePlace(name) && !forms.some(({ text }) => isTitle(text.split(" ")[0] ?? ""))) return true;
    const words = new Set(forms.flatMap(({ text }) => text.split(" ")));
    const acts = [...words].some((word) => {
      const counts = this.work.index.usage(word);
      return counts !== undefined && counts.beforeSpeech + counts.possessive + counts.afterTitle > 0;
    });
    return !acts && count < 0.02 * this.mentions;
  }

  /** Whether the work uses the word as a name; alone, not mostly as a part of longer ones. */
  isNameWord(word: string, isAlone: boolean): boolean {
    const counts = this.work.index.usage(word);
    if (counts === undefined) return false;
    const written = counts.inside + counts.initial;
    if (counts.inside + counts.upper < 1 || written + counts.upper < 2) return false;
    if (counts.lower > 0.5 * (written + counts.upper)) return false;
    if (!isAlone) return true;
    const joined = Math.max(counts.beforeCapital, counts.afterCapital - counts.afterTitle);
    return counts.afterA <= 1 + 0.1 * written && joined <= 0.6 * written && counts.afterThe <= 0.5 * written;
  }

  private of(entity: number): Entity {
    return this.entities[entity] as Entity;
  }
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

/** An "Earl of Derby" has another name, and so has "Mrs. Zenobia"; "Port Burdock" is a place. */
function isOffice(name: string): boolean {
  const [first = "", second = ""] = name.split(" ");
  const isHalf = /^Mrs\.?$/.test(first) && isFirstName(second) && name.split(" ").length === 2;
  const isSpot = second !== "" && (flagsOf(keyOf(first)) & Flag.placePrefix) !== 0;
  return isHalf || isSpot || (isTitle(first) && second.toLowerCase() === "of") || name.endsWith("-General");
}

function isNameLike(word: string, at: number, { length }: readonly string[]): boolean {
  return /^\p{L}[\p{L}’'-]*\.?$/u.test(word) && (at === length - 1 || !/['’]s$/.test(word));
}

/** "Misses Molyneux", "Harding Brothers", "II Cit[izen]", "The Bystander", "First Plebeian", "Rachel M.". */
const ofSeveral =
  /^The | \p{L}\.$|^(?:Misses|Messrs\.?|Messieurs|First|Second|Third|Fourth|\p{L}\.|[IVX]+) \S+$| (?:Brothers|Bros\.?|Sons|Company|Co\.)$/u;

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

/** What is after the titles of people: "Mrs. Venn", "Captain Averill". */
function surnames(entities: readonly Entity[]): Set<string> {
  const names = entities.flatMap(({ type, forms }) =>
    type === "PERSON" ? forms.map(({ text }) => parseName(text)) : [],
  );
  return new Set(
    names
      .filter(({ titles, names: [first = ""] }) => titles.length > 0 && !isFirstName(first))
      .map(({ names: parts }) => parts.at(-1) ?? ""),
  );
}

/** Whom the guide mentions as a name now and then: such a name is hardly ever the only one. */
function nicknamesOf({ chapters, told }: NamedWork): Set<number> {
  const nicknames = chapters.flatMap(({ chapter, points }) =>
    points.flatMap((mentions, at) => mentions.filter((each) => isNickname(chapter.summary[at] ?? "", each))),
  );
  const counts = tally(nicknames.map(({ entity }) => entity));
  return new Set(
    [...counts].filter(([entity, count]) => 5 * count > (told.get(entity) ?? 0)).map(([entity]) => entity),
  );
}
