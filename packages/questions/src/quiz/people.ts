import { type Behaviour, type Entity, Identities, isTitle, type ParsedName, parseName } from "@plotline/text";
import { Candidates } from "../fair/candidates.ts";
import type { NamedWork } from "../work.ts";
import godNames from "./data/gods.json" with { type: "json" };
import { GuideNames } from "./guide-names.ts";

/** How a name is written: "Mr. Darcy", "Jane Bennet" or "Jane". The options of a question are all written one way. */
export type NameStyle = "titled" | "full" | "single";
export const nameStyles: readonly NameStyle[] = ["single", "full", "titled"];

/** Somebody who may be asked for, or offered as a wrong answer. */
export interface Somebody {
  readonly entity: number;
  readonly gender: ParsedName["gender"];
  /** The name in each style in which it is written often enough to be known. */
  readonly names: Readonly<Partial<Record<NameStyle, string>>>;
  /** Small letters: every word of every name, without titles. */
  readonly parts: ReadonlySet<string>;
  /** An animal or a doll: offered among its like only. */
  readonly isCreature: boolean;
  /** The first chapter whose story names them. */
  readonly first: number;
}

/** In this many points the guide names whoever matters. */
const fewestPoints = 2;

/** The true name of somebody in disguise is in no more points than this. */
const rarelyNamed = 8;

/** The people of a work whom its guide names: whoever it calls by name is somebody, and has one name there. */
export class PeopleOfWork {
  readonly all: readonly Somebody[];
  private readonly byEntity: ReadonlyMap<number, Somebody>;
  readonly candidates: Candidates;
  private readonly guide: GuideNames;
  private readonly behaviour: Behaviour;
  private readonly identities: Identities;

  constructor(private readonly work: NamedWork) {
    this.candidates = new Candidates(work);
    this.guide = new GuideNames(work);
    this.behaviour = this.candidates.behaviour;
    this.identities = new Identities(work);
    const first = firstChapters(work);
    this.all = this.candidates.pool.flatMap((entity) => {
      const chapter = first.get(entity);
      return chapter === undefined ? [] : (this.somebody(entity, chapter) ?? []);
    });
    this.byEntity = new Map(this.all.map((each) => [each.entity, each]));
  }

  get(entity: number): Somebody | undefined {
    return this.byEntity.get(entity);
  }

  /** Whether two names may be one person's, as far as the texts show. */
  mayBeSame(a: Somebody, b: Somebody): boolean {
    return [...a.parts].some((part) => b.parts.has(part)) || this.candidates.mayBeSame(a.entity, b.entity);
  }

  private somebody(entity: number, first: number): Somebody | undefined {
    const known = this.work.index.entities[entity] as Entity;
    if (known.type !== "PERSON" || known.count < 2 || this.guide.points(entity) < fewestPoints) return undefined;
    if (this.guide.afterThe(entity) > 0.25 || !this.behaviour.isPerson(entity)) return undefined;
    const names: Partial<Record<NameStyle, string>> = {};
    for (const text of this.commonNames(known, entity)) {
      const style = styleOf(text);
      if (names[style] === undefined && this.isSound(text, entity)) names[style] = text;
    }
    if (Object.keys(names).length === 0) return undefined;
    const parsed = known.forms.map(({ text }) => parseName(text));
    const parts = new Set(parsed.flatMap((name) => name.names).filter((part) => part.length > 2));
    if (this.guide.points(entity) <= rarelyNamed && this.identities.isUnmasked(parts)) return undefined;
    return {
      entity,
      first,
      names,
      gender:
        parsed.find(({ titled }) => titled)?.gender ??
        this.behaviour.gender(entity) ??
        parsed.find(({ gender }) => gender)?.gender,
      isCreature: this.behaviour.isCreature(entity),
      parts,
    };
  }

  /** The guide's own names first, then those that the story uses often; each has a word of the guide's usual one. */
  private commonNames({ forms }: Entity, entity: number): string[] {
    const most = forms[0]?.count ?? 0;
    const ofStory = forms.filter(({ count }) => count >= Math.max(2, 0.1 * most)).map(({ text }) => text);
    const ofGuide = this.guide.spellings(entity);
    return [...new Set([...ofGuide, ...ofStory])].filter((text) => shareName(text, ofGuide[0] ?? text));
  }

  /** A name that can only mean this person, made of words that the work uses as names. */
  private isSound(text: string, entity: number): boolean {
    const words = text.split(" ");
    if (/^(?:st|saint)\.? /i.test(text) || /^(?:mam?ma|papa|daddy|dad|mum|mother|father)$/i.test(text)) return false;
    if (words.length === 1 && gods.has(text.toLowerCase())) return false;
    const isPlain = (word: string) => isTitle(word) || linkWord.test(word);
    if (!words.every((word) => isPlain(word) || soundWord.test(word))) return false;
    const [only] = this.work.index.known(text);
    if (only?.entity !== entity || only.text !== text) return false;
    return words.every((word) => isPlain(word) || this.candidates.names.isNameWord(word, words.length === 1));
  }
}

/** Whom people swear by: hardly ever somebody of the story. */
const gods: ReadonlySet<string> = new Set(godNames);
const soundWord = /^\p{Lu}[\p{L}’'-]*\p{L}$/u;
const linkWord = /^(?:de|la|le|du|von|van|der|d’)$/u;

export function styleOf(text: string): NameStyle {
  const { titles, names } = parseName(text);
  return titles.length > 0 ? "titled" : names.length > 1 ? "full" : "single";
}

/** Whether two names have a word in common besides titles: "Sir Henry" and "Henry Curtis", but not "Harry". */
export function shareName(a: string, b: string): boolean {
  const names = new Set(parseName(a).names);
  return parseName(b).names.some((name) => names.has(name));
}

function firstChapters({ chapters }: NamedWork): Map<number, number> {
  const first = new Map<number, number>();
  for (const { chapter, inStory } of chapters)
    for (const entity of inStory) if (!first.has(entity)) first.set(entity, chapter.number);
  return first;
}
