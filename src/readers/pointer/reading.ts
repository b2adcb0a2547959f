import type { NamedChapter, NamedWork } from "../../tasks/work.ts";
import speech from "../../text/data/speech-verbs.json" with { type: "json" };
import type { Entity, Mention } from "../../text/names/index.ts";
import { tokens } from "../../text/tokens.ts";
import { echoesOf } from "./echoes.ts";
import { Lexicon } from "./lexicon.ts";
import { Portraits, pronounWords } from "./portraits.ts";

/**
 * The story of a chapter as numbers, place by place: a word's number, or -1 - entity where an entity is named (one place,
 * however many words its name has). Paragraph k is the places from `starts[k]` to before `starts[k + 1]`.
 */
export interface ChapterReading {
  readonly words: Int32Array;
  readonly stems: Int32Array;
  readonly starts: Int32Array;
  readonly mentions: readonly StoryPlace[];
  /** The numbers of an entity's mentions. */
  readonly byEntity: ReadonlyMap<number, readonly number[]>;
  /** The places of a stem. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** The pronouns outside quotation marks. */
  readonly pronouns: readonly PronounPlace[];
  /** How much of what stands outside quotation marks is "I". */
  readonly firstPerson: number;
}

export interface PronounPlace {
  readonly place: number;
  readonly paragraph: number;
  readonly kind: "he" | "she";
}

export interface StoryPlace {
  readonly place: number;
  readonly entity: number;
  readonly paragraph: number;
  /** It begins its paragraph: in a play, who speaks. */
  readonly opens: boolean;
  /** A word of speech stands beside it. */
  readonly speaks: boolean;
  /** It stands inside quotation marks. */
  readonly quoted: boolean;
}

/** A work as the pointer reads it: every chapter, and what the whole story says of each entity. */
export class WorkReading {
  readonly lexicon = new Lexicon();
  readonly portraits: Portraits;
  private readonly chapters = new Map<NamedChapter, ChapterReading>();

  private readonly pronouns = new Map<NamedChapter, readonly StoryPlace[]>();

  constructor(readonly work: NamedWork) {
    for (const chapter of work.chapters) this.chapters.set(chapter, this.read(chapter));
    this.portraits = new Portraits(work, [...this.chapters.values()], this.lexicon);
  }

  chapter(chapter: NamedChapter): ChapterReading {
    return this.chapters.get(chapter) as ChapterReading;
  }

  /** The chapter's pronouns, as mentions of those whom they probably mean. */
  echoes(chapter: NamedChapter): readonly StoryPlace[] {
    let known = this.pronouns.get(chapter);
    if (known === undefined) this.pronouns.set(chapter, (known = echoesOf(this.chapter(chapter), this)));
    return known;
  }

  entity(number: number): Entity {
    return this.work.index.entities[number] as Entity;
  }

  private read({ chapter }: NamedChapter): ChapterReading {
    const words: number[] = [];
    const starts = [0];
    const mentions: StoryPlace[] = [];
    chapter.story.forEach((text, paragraph) => {
      const first = words.length;
      for (const { entity, place } of this.readParagraph(text, words))
        mentions.push({ entity, place, paragraph, opens: place === first, speaks: false, quoted: false });
      starts.push(words.length);
    });
    const quoted = this.quotedPlaces(words, starts);
    const stems = Int32Array.from(words, (word) => (word < 0 ? word : this.lexicon.stemOf(word)));
    for (let k = 0; k + 1 < starts.length; k++)
      this.lexicon.see(stems.subarray(starts[k]!, starts[k + 1]!).filter((word) => word >= 0));
    const speaking = mentions.map((mention) => ({
      ...mention,
      speaks: this.hasSpeech(words, mention.place),
      quoted: quoted[mention.place] === 1,
    }));
    return {
      words: Int32Array.from(words),
      stems,
      starts: Int32Array.from(starts),
      mentions: speaking,
      byEntity: grouped(speaking.map(({ entity }) => entity)),
      places: grouped(stems, (word) => word >= 0),
      ...this.pronounsOf(words, starts, quoted),
    };
  }

  /** Adds the words of a paragraph and gives its mentions. */
  private readParagraph(text: string, words: number[]): { entity: number; place: number }[] {
    const known = this.work.index.known(text).filter(isKnown);
    const found: { entity: number; place: number }[] = [];
    let next = 0;
    for (const token of tokens(text)) {
      while (next < known.length && known[next]!.end <= token.start) next++;
      const mention = known[next];
      if (mention === undefined || token.start < mention.start) words.push(this.lexicon.number(token.text));
      else if (token.start === mention.start) {
        found.push({ entity: mention.entity, place: words.length });
        words.push(-1 - mention.entity);
      }
    }
    return found;
  }

  /** 1 where a place is inside quotation marks; they end with their paragraph. */
  private quotedPlaces(words: readonly number[], starts: readonly number[]): Uint8Array {
    const quoted = new Uint8Array(words.length);
    for (let k = 0; k + 1 < starts.length; k++) {
      let inside = 0;
      for (let at = starts[k]!; at < starts[k + 1]!; at++) {
        const mark = this.marks.get(words[at]!);
        if (mark !== undefined) inside = mark === "toggle" ? 1 - inside : mark === "open" ? 1 : 0;
        quoted[at] = inside;
      }
    }
    return quoted;
  }

  private pronounsOf(words: readonly number[], starts: readonly number[], quoted: Uint8Array) {
    const pronouns: PronounPlace[] = [];
    let [first, outside] = [0, 0];
    for (let paragraph = 0; paragraph + 1 < starts.length; paragraph++)
      for (let place = starts[paragraph]!; place < starts[paragraph + 1]!; place++) {
        if (quoted[place] === 1) continue;
        outside++;
        const kind = this.persons.get(words[place]!);
        if (kind === "I") first++;
        else if (kind !== undefined) pronouns.push({ place, paragraph, kind });
      }
    return { pronouns, firstPerson: first / (outside + 50) };
  }

  private hasSpeech(words: readonly number[], place: number): boolean {
    const isSpeech = (at: number) => words[at] !== undefined && words[at]! >= 0 && this.speechWords.has(words[at]!);
    return isSpeech(place - 1) || isSpeech(place + 1);
  }

  private readonly marks = new Map(
    (
      [
        ["“", "open"],
        ["”", "close"],
        ["‘", "open"],
        ["’", "close"],
        ['"', "toggle"],
      ] as const
    ).map(([mark, does]) => [this.lexicon.number(mark), does] as const),
  );
  private readonly persons = new Map<number, "I" | "he" | "she">([
    ...["I", "me", "my", "myself"].map((word) => [this.lexicon.number(word), "I"] as const),
    ...pronounWords.he.map((word) => [this.lexicon.number(word), "he"] as const),
    ...pronounWords.she.map((word) => [this.lexicon.number(word), "she"] as const),
  ]);
  private readonly speechWords: ReadonlySet<number> = new Set(speech.map((word) => this.lexicon.number(word)));
}

function isKnown(mention: Mention): mention is Mention & { readonly entity: number } {
  return mention.entity !== undefined;
}

/** The places of each value. */
function grouped(values: Iterable<number>, wanted: (value: number) => boolean = () => true): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  let k = 0;
  for (const value of values) {
    if (wanted(value)) {
      const own = groups.get(value);
      if (own === undefined) groups.set(value, [k]);
      else own.push(k);
    }
    k++;
  }
  return groups;
}
