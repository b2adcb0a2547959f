import type { NamedWork } from "../../tasks/work.ts";
import { parseName } from "../../text/names/group.ts";
import type { Entity } from "../../text/names/index.ts";
import type { Lexicon } from "./lexicon.ts";
import type { ChapterReading } from "./reading.ts";

/** Words to each side of a mention that belong to its portrait. */
const reach = 10;

/** What the whole story says of an entity. */
export interface Portrait {
  mentions: number;
  /** How many begin their paragraph, and how many are next to a word of speech. */
  opens: number;
  speaks: number;
  quoted: number;
  he: number;
  she: number;
  it: number;
  they: number;
  readonly chapters: Map<ChapterReading, number>;
  /** How often each stem is near it, each word just before it, each word just after it. */
  readonly near: Map<number, number>;
  readonly before: Map<number, number>;
  readonly after: Map<number, number>;
  /** In how many paragraphs it is named with each other entity, and in how many in all. */
  readonly together: Map<number, number>;
  paragraphs: number;
}

/** The portraits of a work's entities, and what is common to all of them, to compare with. */
export class Portraits {
  private readonly portraits = new Map<number, Portrait>();
  private readonly genders = new Map<number, number>();
  readonly all: Portrait = blank();

  constructor(
    private readonly work: NamedWork,
    chapters: readonly ChapterReading[],
    lexicon: Lexicon,
  ) {
    const pronouns = pronounKinds(lexicon);
    for (const chapter of chapters) {
      this.readMentions(chapter, pronouns);
      this.readParagraphs(chapter);
    }
  }

  of(entity: number): Portrait {
    return this.portraits.get(entity) ?? none;
  }

  /** From -1, a woman, to 1, a man, by titles and first names: what a name alone says. */
  nameGender(entity: number): number {
    let known = this.genders.get(entity);
    if (known === undefined) {
      const { type, forms } = this.work.index.entities[entity] as Entity;
      const votes = forms.slice(0, 6).map(({ text }) => parseName(text).gender);
      const sum = votes.reduce((all, vote) => all + (vote === "male" ? 1 : vote === "female" ? -1 : 0), 0);
      this.genders.set(entity, (known = type === "PERSON" ? Math.sign(sum) : 0));
    }
    return known;
  }

  /** From -1, a woman, to 1, a man, by the name and by the pronouns that follow it. */
  gender(entity: number): number {
    const { he, she } = this.of(entity);
    return (this.nameGender(entity) + (2 * (he - she)) / (he + she + 4)) / 3;
  }

  private readMentions(chapter: ChapterReading, pronouns: ReadonlyMap<number, Pronoun>): void {
    const { words, stems, starts, mentions } = chapter;
    for (const { place, entity, paragraph, opens, speaks, quoted } of mentions) {
      const portrait = this.portraits.get(entity) ?? blank();
      this.portraits.set(entity, portrait);
      const [from, to] = [starts[paragraph]!, starts[paragraph + 1]!];
      for (const one of [portrait, this.all]) {
        one.mentions++;
        if (opens) one.opens++;
        if (speaks) one.speaks++;
        if (quoted) one.quoted++;
        add(one.chapters, chapter);
        if (place > from && words[place - 1]! >= 0) add(one.before, words[place - 1]!);
        if (place + 1 < to && words[place + 1]! >= 0) add(one.after, words[place + 1]!);
      }
      for (let at = Math.max(from, place - reach); at < Math.min(to, place + reach + 1); at++)
        if (stems[at]! >= 0) add(portrait.near, stems[at]!);
      countPronouns(portrait, words, place, Math.min(to, place + 13), pronouns);
    }
  }

  private readParagraphs({ mentions }: ChapterReading): void {
    for (let from = 0; from < mentions.length; ) {
      let to = from;
      const own = new Set<number>();
      for (; to < mentions.length && mentions[to]!.paragraph === mentions[from]!.paragraph; to++)
        own.add(mentions[to]!.entity);
      for (const entity of own) {
        const portrait = this.portraits.get(entity) as Portrait;
        portrait.paragraphs++;
        for (const other of own) if (other !== entity) add(portrait.together, other);
      }
      this.all.paragraphs++;
      from = to;
    }
  }
}

type Pronoun = "he" | "she" | "it" | "they";

export const pronounWords: Readonly<Record<Pronoun, readonly string[]>> = {
  he: ["he", "him", "his", "himself"],
  she: ["she", "her", "hers", "herself"],
  it: ["it", "its", "itself"],
  they: ["they", "them", "their", "theirs", "themselves"],
};

function pronounKinds(lexicon: Lexicon): Map<number, Pronoun> {
  const kinds = Object.entries(pronounWords) as [Pronoun, readonly string[]][];
  return new Map(kinds.flatMap(([kind, words]) => words.map((word) => [lexicon.number(word), kind] as const)));
}

/** The pronouns after a name until the next name. */
function countPronouns(
  portrait: Portrait,
  words: Int32Array,
  place: number,
  to: number,
  pronouns: ReadonlyMap<number, Pronoun>,
): void {
  for (let at = place + 1; at < to && words[at]! >= 0; at++) {
    const kind = pronouns.get(words[at]!);
    if (kind !== undefined) portrait[kind]++;
  }
}

function blank(): Portrait {
  const counts = { mentions: 0, opens: 0, speaks: 0, quoted: 0, he: 0, she: 0, it: 0, they: 0, paragraphs: 0 };
  return {
    ...counts,
    chapters: new Map(),
    near: new Map(),
    before: new Map(),
    after: new Map(),
    together: new Map(),
  };
}

const none = blank();

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
