import { type Random, shuffled } from "../random.ts";
import { type ParsedName, parseName } from "../text/names/group.ts";
import type { Entity } from "../text/names/index.ts";
import { folded, fullFirstName, isTitle, particles } from "../text/names/lexicon.ts";
import type { ClozeOptions } from "./options.ts";
import { couldBeOneName, partsOf, SamePerson } from "./same-person.ts";
import type { NamedChapter, NamedWork, StoryMention } from "./work.ts";

/** The entities of a work that may be options, and what is doubtful about them. */
export class Candidates {
  readonly pool: readonly number[];
  /** Entities outside the pool, most mentioned first: used when it is too small. */
  readonly more: readonly number[];
  private readonly entities: readonly Entity[];
  private readonly samePerson: SamePerson;

  constructor(
    private readonly work: NamedWork,
    pool: ClozeOptions["pool"],
  ) {
    this.entities = work.index.entities;
    this.samePerson = new SamePerson(work);
    const sound = [...this.entities.keys()].filter((k) => this.of(k).count > 0 && this.isSound(k));
    this.pool = pool === "story" ? sound : sound.filter((k) => work.told.has(k));
    const taken = new Set(this.pool);
    this.more = sound.filter((k) => !taken.has(k)).sort((a, b) => this.of(b).count - this.of(a).count || a - b);
  }

  mayBeSame(a: number, b: number): boolean {
    return this.samePerson.mayBe(a, b);
  }

  /**
   * Surely a name: the tagger found it in most places where it is spelled, and its words are used as whole names. An "Earl of
   * Derby" has another.
   */
  isSound(entity: number): boolean {
    const { name, forms, count, type } = this.of(entity);
    const tagged = forms.reduce((sum, form) => sum + form.count, 0);
    if (tagged < 2 || 2 * tagged < count) return false;
    const all = name.split(" ");
    if (isTitle(all[0] ?? "") && all[1] === "of") return false;
    const words = all.filter((word) => !isTitle(word) && !particles.has(word.toLowerCase()));
    if (words.length < all.length && this.isPlural(words.at(-1) ?? "")) return false;
    return words.some((word) => this.isNameWord(word, { isAlone: all.length === 1, isPerson: type === "PERSON" }));
  }

  /** Whether the spelling is surely this entity's: tied to the name shown, and nobody's else in the chapter. */
  isMeant({ entity, text }: StoryMention, { inStory, told }: NamedChapter): boolean {
    const { name, forms, count, type } = this.of(entity);
    if (type !== "PERSON") return true;
    const [own, shown] = [parseName(text), parseName(name)];
    const has = (parts: readonly string[]) => parts.some((part) => partsOf(own).some((p) => couldBeOneName(p, part)));
    const tied = forms.filter((form) => {
      const parts = partsOf(parseName(form.text));
      return has(parts) && partsOf(shown).some((part) => parts.includes(part));
    });
    const ties = tied.reduce((sum, form) => sum + form.count, 0);
    if (!has(partsOf(shown)) && ties < Math.max(2, 0.02 * count)) return false;
    if (own.names.length > 1 || own.titles.length > 0) return true;
    const said = forms.find((form) => form.text === text)?.count ?? 1;
    const isNear = (other: number) => inStory.has(other) || told.has(other);
    const others = [...this.entities.keys()].filter((k) => k !== entity && this.of(k).type === "PERSON");
    const family = others.filter((other) => this.longerForms(other, own, "last") >= 3);
    return family.length < 2 && !others.some((k) => isNear(k) && 10 * this.longerForms(k, own, "any") >= said);
  }

  /** How often somebody has a longer name with this one in it, or at its end. */
  private longerForms(entity: number, { names: [part = ""] }: ParsedName, where: "any" | "last"): number {
    const isLonger = ({ names, wife }: ParsedName) =>
      !wife &&
      names.length > 1 &&
      (where === "last"
        ? names.at(-1) === part
        : names.includes(part) || fullFirstName(names[0] ?? "") === fullFirstName(part));
    return this.of(entity).forms.reduce((sum, { text, count }) => sum + (isLonger(parseName(text)) ? count : 0), 0);
  }

  /** "Mrs. C.", "the Cratchits": a capitalised word outside all names says who is hidden. */
  isGivenAway(entity: number, bullet: string, mentions: readonly StoryMention[]): boolean {
    const own = mentions.filter((mention) => mention.entity === entity).map(({ text }) => text);
    const parts = [...own, this.of(entity).name].flatMap((text) => partsOf(parseName(text)));
    const isNamed = (at: number) => mentions.some(({ start, end }) => start <= at && at < end);
    return [...bullet.matchAll(/\p{Lu}(?:\.|[\p{L}'’]+)/gu)].some(({ index, 0: word }) => {
      if (isNamed(index)) return false;
      const plain = folded(word.toLowerCase()).replace(/'s?$/, "");
      if (plain.endsWith(".")) return parts.some((part) => part[0] === plain[0]);
      return plain.length > 2 && parts.some((part) => couldBeOneName(part, plain));
    });
  }

  private of(entity: number): Entity {
    return this.entities[entity] as Entity;
  }

  /** "Miss Dashwoods", where Dashwood is a name too. */
  private isPlural(word: string): boolean {
    return /\p{L}{3}s$/u.test(word) && (this.work.index.usage(word.slice(0, -1))?.inside ?? 0) > 0;
  }

  private isNameWord(word: string, { isAlone, isPerson }: { isAlone: boolean; isPerson: boolean }): boolean {
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

/**
 * `size - 1` wrong options: `first` before the rest of the pool, each part in random order, none that might be the answer
 * or another option under a second name. `always` come before all, `never` none.
 */
export function wrongOptions(
  candidates: Candidates,
  answer: number,
  size: number,
  next: Random,
  {
    first = () => true,
    always = [],
    never = [],
  }: { first?: (entity: number) => boolean; always?: readonly number[]; never?: readonly number[] } = {},
): number[] {
  const chosen: number[] = [];
  const add = (entities: readonly number[]) => {
    for (const entity of entities) {
      if (chosen.length >= size - 1) return;
      if (entity === answer || never.includes(entity)) continue;
      if (![answer, ...chosen].some((other) => entity === other || candidates.mayBeSame(entity, other)))
        chosen.push(entity);
    }
  };
  const [near, far] = [candidates.pool.filter(first), candidates.pool.filter((entity) => !first(entity))];
  add(always);
  add(shuffled(near, next));
  add(shuffled(far, next));
  add(candidates.more);
  return chosen;
}
