import type { NamedChapter, NamedWork } from "../../tasks/work.ts";
import speech from "../../text/data/speech-verbs.json" with { type: "json" };
import type { Entity } from "../../text/names/index.ts";
import { type NumberedMention, type StoryNumbers, storyNumbers } from "../../text/work-numbers.ts";
import { echoesOf } from "./echoes.ts";
import { Lexicon } from "./lexicon.ts";
import { Portraits, pronounWords } from "./portraits.ts";

/** The story of a chapter as numbers, with what the pointer wants to know of its places. */
export interface ChapterReading extends StoryNumbers {
  readonly stems: Int32Array;
  readonly mentions: readonly StoryPlace[];
  readonly byEntity: ReadonlyMap<number, readonly number[]>;
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** The pronouns outside quotation marks. */
  readonly pronouns: readonly PronounPlace[];
  /** How much of the text outside quotation marks is "I". */
  readonly firstPerson: number;
}

interface PronounPlace {
  readonly place: number;
  readonly paragraph: number;
  readonly kind: "he" | "she";
}

export interface StoryPlace extends NumberedMention {
  /** It begins its paragraph: in a play, who speaks. */
  readonly opens: boolean;
  /** A word of speech is next to it. */
  readonly speaks: boolean;
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
    const { words, starts, mentions } = storyNumbers(chapter.story, this.work.index, (word) =>
      this.lexicon.number(word),
    );
    const quoted = this.quotedPlaces(words, starts);
    const stems = words.map((word) => (word < 0 ? word : this.lexicon.stemOf(word)));
    for (let k = 0; k + 1 < starts.length; k++)
      this.lexicon.see(stems.subarray(starts[k]!, starts[k + 1]!).filter((word) => word >= 0));
    const places = mentions.map((mention) => ({
      ...mention,
      opens: mention.place === starts[mention.paragraph],
      speaks: this.hasSpeech(words, mention.place),
      quoted: quoted[mention.place] === 1,
    }));
    return {
      words,
      stems,
      starts,
      mentions: places,
      byEntity: grouped(places.map(({ entity }) => entity)),
      places: grouped(stems, (word) => word >= 0),
      ...this.pronounsOf(words, starts, quoted),
    };
  }

  /** 1 where a place is inside quotation marks; they end with their paragraph. */
  private quotedPlaces(words: Int32Array, starts: Int32Array): Uint8Array {
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

  private pronounsOf(words: Int32Array, starts: Int32Array, quoted: Uint8Array) {
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

  private hasSpeech(words: Int32Array, place: number): boolean {
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
