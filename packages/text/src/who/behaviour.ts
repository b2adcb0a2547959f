import { memoByName, once, sumOf } from "@plotline/base";
import { speech } from "../names/lexicon.ts";
import verbs from "./data/verbs-of-people.json" with { type: "json" };
import { isCalledCreature, namesCreature, ofAnimals } from "./kinds-of-beings.ts";
import { pronounAfter } from "./pronouns.ts";
import type { ToldWork } from "./told-work.ts";

/** How often a name is seen in each of these ways. */
const ways = {
  mentions: 0,
  /** It acts. */
  acts: 0,
  /** Somebody or something is at it; is in it, or comes into it. */
  placed: 0,
  entered: 0,
  /** The text calls it an animal or a doll; the words around it speak of one. */
  creature: 0,
  nearCreature: 0,
  /** Points of the guide that name it, and those of them that speak of an animal or a doll. */
  points: 0,
  pointsOfCreatures: 0,
  /** "The" is before it, as before ships and families. */
  afterThe: 0,
  /** It is part of something longer: "Tamb' Itam", "Tom-all-Alone's", "Kenge and Carboy". */
  partOfMore: 0,
  he: 0,
  she: 0,
};

/** The share of points that speak of an animal in "Black Beauty", "White Fang", "The Jungle Book". */
const bookOfAnimals = 0.15;

/** In how many paragraphs of the story each name is looked at. */
const most = 40;

/** What the texts let an entity do: people act and speak, places and planets are gone to, composers are played. */
export class Behaviour {
  private readonly seen = new Map<number, typeof ways>();

  /** The share of the guide's points that speak of an animal or a doll. */
  private readonly creatureShare: number;

  constructor({ chapters, index, told }: ToldWork) {
    const points = chapters.flatMap(({ chapter }) => chapter.summary);
    this.creatureShare = points.filter(namesCreature).length / Math.max(1, points.length);
    for (const { chapter, story, points } of chapters) {
      story.forEach((entities, k) => {
        if (!entities.some((entity) => told.has(entity) && this.of(entity).mentions < most)) return;
        const text = chapter.story[k] ?? "";
        for (const { entity, start, end } of index.known(text))
          if (entity !== undefined) this.look(entity, text, start, end);
      });
      points.forEach((mentions, k) => {
        const isOfCreature = namesCreature(chapter.summary[k] ?? "");
        for (const entity of new Set(mentions.map((mention) => mention.entity))) {
          this.of(entity).points++;
          if (isOfCreature) this.of(entity).pointsOfCreatures++;
        }
        for (const { entity, start, end } of mentions) this.look(entity, chapter.summary[k] ?? "", start, end);
      });
    }
  }

  /** Somebody who acts: no place, no ship, no firm, nobody who is merely spoken of. */
  isPresent(entity: number): boolean {
    const { mentions, acts, placed, entered, afterThe, partOfMore } = this.of(entity);
    if (entered > 1 + 0.12 * mentions || afterThe > 1 + 0.25 * mentions || partOfMore > 0.4 * mentions) return false;
    return acts >= 2 && placed <= (acts < 0.14 * mentions ? 0.2 : 0.45) * mentions;
  }

  /** Whether a point of a book about animals speaks of one: who in it is an animal cannot be told. */
  isOfAnimals(point: string): boolean {
    return this.creatureShare > bookOfAnimals && ofAnimals.test(point);
  }

  /** An animal or a doll, as far as the texts say. */
  readonly isCreature = memoByName(String, (entity: number): boolean => {
    const { mentions, creature, nearCreature, points, pointsOfCreatures } = this.of(entity);
    if (creature >= 2 || (creature === 1 && mentions <= most / 2)) return true;
    if (nearCreature >= 4 && nearCreature > mentions * Math.max(0.25, 3 * this.nearShare())) return true;
    return pointsOfCreatures >= 2 && pointsOfCreatures > points * Math.max(0.3, 3 * this.creatureShare);
  });

  /** How often "he" and "she" come after the name. */
  pronouns(entity: number): { readonly male: number; readonly female: number } {
    const { he, she } = this.of(entity);
    return { male: he, female: she };
  }

  /** How often an animal or a doll is near any name at all. */
  private readonly nearShare = once(() => {
    const sum = (of: "nearCreature" | "mentions") => sumOf([...this.seen.values()], (each) => each[of]);
    return sum("nearCreature") / Math.max(1, sum("mentions"));
  });

  private look(entity: number, text: string, start: number, end: number): void {
    const own = this.of(entity);
    own.mentions++;
    const after = /^[\s,]*(\p{Ll}+)/u.exec(text.slice(end, end + 30))?.[1] ?? "";
    const before = /(\p{L}+)\s+$/u.exec(text.slice(Math.max(0, start - 20), start))?.[1]?.toLowerCase() ?? "";
    // At the start of a speech of a play, the name is the speaker's.
    const speaks = start === 0 && /^[.:]|^\s*[([]/.test(text.slice(end));
    if (speaks || isDone(after) || speech.has(before)) own.acts++;
    if (places.has(before)) own.placed++;
    if (before === "the") own.afterThe++;
    if (isPartOfMore(text, start, end)) own.partOfMore++;
    if (inside.has(before) && !/^['’]s?\b/.test(text.slice(end))) own.entered++;
    if (isCalledCreature(text, start, end)) own.creature++;
    if (namesCreature(text.slice(Math.max(0, start - 80), end + 80))) own.nearCreature++;
    const pronoun = pronounAfter(text, end);
    if (pronoun === "male") own.he++;
    if (pronoun === "female") own.she++;
  }

  private of(entity: number): typeof ways {
    let own = this.seen.get(entity);
    if (own === undefined) this.seen.set(entity, (own = { ...ways }));
    return own;
  }
}

function isPartOfMore(text: string, start: number, end: number): boolean {
  return (
    /^(?:['’] \p{Lu}|-\p{L}| ?& ?\p{Lu})/u.test(text.slice(end, end + 4)) ||
    /(?:\p{L}-|\p{Lu}\p{L}+ (?:and|&) )$/u.test(text.slice(Math.max(0, start - 20), start))
  );
}

const common = new Set(verbs);
const inside = new Set("in into inside within through across throughout".split(" "));
const places = new Set(
  "in at of from upon near into towards toward through on over across around within beyond under".split(" "),
);

/** The story tells in the past, the guide mostly in the present. */
function isDone(word: string): boolean {
  return common.has(word) || speech.has(word) || /(?:[^e]ed|[^sui']s)$/.test(word);
}
