import { parseName } from "../../text/names/group.ts";
import type { Entity } from "../../text/names/index.ts";
import { isTitle } from "../../text/names/lexicon.ts";
import { type Candidates, candidatesOf } from "../candidates.ts";
import type { NamedWork } from "../work.ts";

/** How a name is written: "Mr. Darcy", "Jane Bennet" or "Jane". The options of a question are all written one way. */
export type NameStyle = "titled" | "full" | "single";
export const nameStyles: readonly NameStyle[] = ["single", "full", "titled"];

/** Somebody who may be asked for, or offered as a wrong answer. */
export interface Somebody {
  readonly entity: number;
  readonly gender: "male" | "female" | undefined;
  /** The name in each style in which it is written often enough to be known. */
  readonly names: Readonly<Partial<Record<NameStyle, string>>>;
  /** Small letters: every word of every name, without titles. */
  readonly parts: ReadonlySet<string>;
  /** The first chapter whose story names them. */
  readonly first: number;
}

/** The people of a work whom its guide names: whoever it calls by name is somebody, and has one name there. */
export class PeopleOfWork {
  readonly all: readonly Somebody[];
  private readonly byEntity: ReadonlyMap<number, Somebody>;
  private readonly candidates: Candidates;

  constructor(private readonly work: NamedWork) {
    this.candidates = candidatesOf(work, "summaries");
    const first = firstChapters(work);
    const spellings = guideSpellings(work);
    this.all = this.candidates.pool.flatMap((entity) => {
      const chapter = first.get(entity);
      return chapter === undefined ? [] : (this.somebody(entity, chapter, spellings.get(entity) ?? new Map()) ?? []);
    });
    this.byEntity = new Map(this.all.map((each) => [each.entity, each]));
  }

  get(entity: number): Somebody | undefined {
    return this.byEntity.get(entity);
  }

  mayBeSame(a: Somebody, b: Somebody): boolean {
    if (this.candidates.mayBeSame(a.entity, b.entity)) return true;
    return [...a.parts].some((part) => b.parts.has(part));
  }

  private somebody(entity: number, first: number, guide: ReadonlyMap<string, Spelling>): Somebody | undefined {
    const known = this.work.index.entities[entity] as Entity;
    if (known.type !== "PERSON" || known.count < 2 || afterTheShare(guide) > 0.25) return undefined;
    const names: Partial<Record<NameStyle, string>> = {};
    for (const text of commonNames(known, guide)) {
      const style = styleOf(text);
      if (names[style] === undefined && this.isSound(text, entity)) names[style] = text;
    }
    if (Object.keys(names).length === 0) return undefined;
    const parsed = known.forms.map(({ text }) => parseName(text));
    return {
      entity,
      first,
      names,
      gender: parsed.find(({ titled }) => titled)?.gender ?? parsed.find(({ gender }) => gender)?.gender,
      parts: new Set(parsed.flatMap((name) => name.names).filter((part) => part.length > 2)),
    };
  }

  /** A name that can only mean this person, made of words that the work uses as names. */
  private isSound(text: string, entity: number): boolean {
    const words = text.split(" ");
    if (!words.every((word) => isTitle(word) || soundWord.test(word) || linkWord.test(word))) return false;
    const [only] = this.work.index.known(text);
    if (only?.entity !== entity || only.text !== text) return false;
    return words.every((word) => isTitle(word) || linkWord.test(word) || this.isNameWord(word));
  }

  private isNameWord(word: string): boolean {
    const counts = this.work.index.usage(word);
    if (counts === undefined) return true;
    const capital = counts.inside + counts.initial + counts.upper;
    if (counts.lower > 0.2 * capital || counts.afterA > 0.05 * capital + 1) return false;
    return counts.afterThe <= 0.2 * capital && counts.afterPlacePreposition <= 0.25 * capital;
  }
}

const soundWord = /^\p{Lu}[\p{L}’'-]*\p{L}\.?$/u;
const linkWord = /^(?:de|la|le|du|von|van|der|of|the|d’|St\.)$/u;

export function styleOf(text: string): NameStyle {
  const { titles, names } = parseName(text);
  return titles.length > 0 ? "titled" : names.length > 1 ? "full" : "single";
}

interface Spelling {
  count: number;
  afterThe: number;
}

/** How the guide spells each entity, and how often after "the": a ship, a family or an office is. */
function guideSpellings({ chapters }: NamedWork): Map<number, Map<string, Spelling>> {
  const spellings = new Map<number, Map<string, Spelling>>();
  for (const { chapter, bullets } of chapters)
    bullets.forEach((mentions, k) => {
      for (const { entity, text, start } of mentions) {
        const own = spellings.get(entity) ?? new Map<string, Spelling>();
        spellings.set(entity, own);
        const seen = own.get(text) ?? { count: 0, afterThe: 0 };
        own.set(text, seen);
        seen.count++;
        if (/\bthe $/i.test(chapter.summary[k]?.slice(0, start) ?? "")) seen.afterThe++;
      }
    });
  return spellings;
}

function afterTheShare(guide: ReadonlyMap<string, Spelling>): number {
  let [all, after] = [0, 0];
  for (const { count, afterThe } of guide.values()) [all, after] = [all + count, after + afterThe];
  return all === 0 ? 0 : after / all;
}

/** The guide's own names first, then those that the story uses often. */
function commonNames({ forms }: Entity, guide: ReadonlyMap<string, Spelling>): string[] {
  const most = forms[0]?.count ?? 0;
  const ofGuide = [...guide].sort((a, b) => b[1].count - a[1].count).map(([text]) => text);
  const ofStory = forms.filter(({ count }) => count >= Math.max(2, 0.1 * most)).map(({ text }) => text);
  return [...new Set([...ofGuide, ...ofStory])];
}

function firstChapters({ chapters }: NamedWork): Map<number, number> {
  const first = new Map<number, number>();
  for (const { chapter, inStory } of chapters)
    for (const entity of inStory) if (!first.has(entity)) first.set(entity, chapter.number);
  return first;
}
