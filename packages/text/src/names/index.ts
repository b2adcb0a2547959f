import { once } from "@plotline/base";
import { sentenceRanges } from "../sentences.ts";
import { type Span, type Token, tokens } from "../tokens.ts";
import { addressedSpeakers, type Speech } from "./addressed.ts";
import type { Entity } from "./forms.ts";
import { Flag, keyOf } from "./lexicon.ts";
import { withCompany, withOrganisations } from "./organisations.ts";
import { type NameType, type TaggedSpan, tagSentence, type Weights } from "./perceptron.ts";
import { Roster } from "./roster.ts";
import { overlap, properName } from "./spans.ts";
import { type Cast, castOf } from "./speakers.ts";
import { withoutAdjectives } from "./spelling.ts";
import packed from "./weights.json" with { type: "json" };
import { type PackedTagger, unpackTagger } from "./weights.ts";
import { type Counts, nameLikeness, opens, type Word, WorkWords } from "./work-words.ts";

export type { Entity } from "./forms.ts";
export type { NameType } from "./perceptron.ts";

/** A name in a text, by its characters. `entity` is its number in the index; undefined: the story does not know it. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly type: NameType;
  readonly entity: number | undefined;
}

/** Who and what a work names. */
export interface NameIndex {
  readonly entities: readonly Entity[];
  /** For each paragraph of the story the entities it names, in the order of their mentions. */
  readonly story: readonly (readonly number[])[];
  /** Speakers of a play and how others may call them: two names, maybe one person. */
  readonly otherNames: readonly (readonly [number, number])[];
  /** Those who speak in a play. */
  readonly speakers: ReadonlySet<number>;
  /** How many clauses of the story name both entities; infinite for two who speak in a play, for they talk to each other. */
  together(a: number, b: number): number;
  /** All names of a text about the work, such as its summary; also those that the story does not know. */
  mentions(text: string): Mention[];
  /** Only names that the index knows, by their spelling: quicker, for the story itself. */
  known(text: string): Mention[];
  /** How often the work uses a word as a name, after "the", in small letters and so on; undefined for a word it lacks. */
  usage(word: string): Counts | undefined;
}

/** What may be said of a work before its names are read. */
export interface NameIndexOptions {
  /** Texts about the work, such as its summaries: what they name and the story also writes is an entity too. */
  readonly about?: readonly string[];
  /** The work's own: it may say whose surname Bergerac is. */
  readonly title?: string;
  readonly weights?: Weights;
}

/**
 * Reads a whole work, all its chapters, and gives its names. Nothing but the text is looked at.
 *
 * @example
 * const index = nameIndex(["Anna Karenina took the train to Moscow.", "On the train Anna saw Vronsky."]);
 * index.mentions("Anna leaves Moscow.").map(({ text }) => text); // → ["Anna", "Moscow"]
 */
export function nameIndex(
  story: readonly string[],
  { about = [], title = "", weights = shippedWeights() }: NameIndexOptions = {},
): NameIndex {
  const texts = story.map((text) => (isEditorial(text) ? "" : withoutMarkup(text)));
  const vocabulary = new WorkWords();
  const cast = castOf(texts);
  const tagger = new TextTagger(vocabulary, cast, weights);
  const paragraphs = texts.map((text) => tokens(text));
  const others = about.map((text) => tokens(withoutMarkup(text)));
  for (const list of [...paragraphs, ...others]) vocabulary.count(list.map(({ text }) => vocabulary.word(text)));
  const roster = new Roster(vocabulary, cast);
  const words = paragraphs.map((paragraph, k) => {
    const text = texts[k] ?? "";
    const tagged = tagger.tag(paragraph, { name: cast.speakerLength(text), whole: cast.labelLength(text) });
    roster.see(tagged, "story");
    return tagged.words;
  });
  roster.see(tagger.tag(tokens(title)), "story");
  for (const paragraph of others) roster.see(tagger.tag(paragraph), "about");
  roster.settle();
  const named = words.map((list) => roster.countIn(list));
  roster.matchVariants();
  return {
    entities: roster.entities,
    story: named,
    otherNames: addressedSpeakers(speechesOf(texts, paragraphs, { cast, tagger, roster, named })),
    speakers: roster.speaking,
    together: (a, b) => roster.together(a, b),
    mentions: (text) => mentionsOf(withoutMarkup(text), tagger, roster),
    known: (text) => knownIn(withoutMarkup(text), tagger, roster),
    usage: (word) => vocabulary.counted(keyOf(word)),
  };
}

/** The paragraphs of a play as speeches; a story has none that say who speaks. */
function speechesOf(
  texts: readonly string[],
  paragraphs: readonly (readonly Token[])[],
  {
    cast,
    tagger,
    roster,
    named,
  }: { cast: Cast; tagger: TextTagger; roster: Roster; named: readonly (readonly number[])[] },
): Speech[] {
  if (cast.names.size === 0) return [];
  return texts.map((text, k) => {
    const length = cast.speakerLength(text);
    const label = (paragraphs[k] ?? []).filter(({ start }) => start < length);
    const speaker = label.length === 0 ? undefined : roster.speaker(tagger.words(label));
    const own = named[k] ?? [];
    return { speaker, named: speaker !== undefined && own[0] === speaker ? own.slice(1) : own };
  });
}

/** How many characters say who speaks, and how many stand before the speech. */
interface SpeakerLabel {
  readonly name: number;
  readonly whole: number;
}

const noLabel: SpeakerLabel = { name: 0, whole: 0 };

/** The tagger on running text; spans count the tokens of the whole text. */
class TextTagger {
  constructor(
    private readonly vocabulary: WorkWords,
    private readonly cast: Cast,
    private readonly weights: Weights,
  ) {}

  words(paragraph: readonly Token[]): Word[] {
    return paragraph.map(({ text }) => this.spelling(this.vocabulary.word(text)));
  }

  /** In a play the first characters of a paragraph may say who speaks. */
  tag(paragraph: readonly Token[], { name, whole }: SpeakerLabel = noLabel): { words: Word[]; spans: TaggedSpan[] } {
    const words = this.words(paragraph);
    const speaker = paragraph.findIndex(({ start }) => start >= name);
    const spans: TaggedSpan[] = speaker > 0 ? [{ start: 0, end: speaker, type: "PERSON" }] : [];
    const from = Math.max(
      0,
      paragraph.findIndex(({ start }) => start >= whole),
    );
    if (from > speaker && speaker > 0) spans.push({ start: from - 1, end: from, type: "PERSON" });
    for (const range of sentenceRanges(paragraph.slice(from))) {
      const [start, end] = [from + range.start, from + range.end];
      const sentence = words.slice(start, end);
      const names = tagSentence(sentence, this.weights).flatMap(
        (span) => this.trimmed(withCompany(span, sentence), sentence) ?? [],
      );
      for (const name of withOrganisations(names, sentence))
        spans.push({ start: start + name.start, end: start + name.end, type: name.type });
    }
    return { words, spans };
  }

  /** Without what only the start of a sentence or of a verse made a capital of: "Although Siddhartha". */
  private trimmed(span: TaggedSpan, sentence: readonly Word[]): TaggedSpan | undefined {
    const inside = sentence.slice(span.start, span.end).map(({ surface }) => surface);
    const name = properName(inside, { start: 0, end: inside.length });
    if (name === undefined) return undefined;
    let [start, end] = [span.start + name.start, span.start + name.end];
    while (start < end - 1 && isFiller(sentence[start] as Word)) start++;
    while (end > start + 1 && isFiller(sentence[end - 1] as Word)) end--;
    return { start, end, type: span.type };
  }

  /** "CHARLOTTA" in the text of a play, "MARLEY" on a heading: a name that the work also writes small is read so. */
  private spelling(word: Word): Word {
    if (!word.upper) return word;
    const named = this.cast.names.has(word.plain) || (word.counts.inside > 0 && nameLikeness(word) > 0.6);
    return named ? this.vocabulary.word(titleCase(word.surface)) : word;
  }
}

/** A word that is no name by itself, no title and no first name. */
function isFiller(word: Word): boolean {
  if (word.flags & (Flag.title | Flag.male | Flag.female | Flag.place | Flag.placePrefix)) return false;
  return (word.flags & Flag.notName) !== 0 || (word.counts.lower > 0 && nameLikeness(word) < 0.4);
}

/** Names by spelling and names by tagger, put together: where they overlap the longer one is taken. */
function mentionsOf(text: string, tagger: TextTagger, roster: Roster): Mention[] {
  const paragraph = tokens(text);
  const { words, spans } = tagger.tag(paragraph);
  const tagged = spans.filter((span) => roster.possible.mayBeName(words.slice(span.start, span.end)));
  const spelled = roster
    .spelledIn(words)
    .filter((span) => isSure(span, words, roster) || tagged.some((t) => overlap(t, span)));
  const loose = tagged.filter(
    (span) =>
      !isOfTwo(span, spelled, words, roster) && (!joins(span, words) || !spelled.some((known) => overlap(known, span))),
  );
  const chosen = longest([...spelled, ...loose].map((span) => withPlace(span, words)));
  return chosen.map((span) => mention(text, paragraph, words, span, roster));
}

function knownIn(text: string, tagger: TextTagger, roster: Roster): Mention[] {
  const paragraph = tokens(text);
  const words = tagger.words(paragraph);
  const spans = roster.spelledIn(words).filter((span) => isSure(span, words, roster));
  return spans.map((span) => mention(text, paragraph, words, span, roster));
}

/** "Charles's Island" is no mention of Charles. */
function withPlace(span: TaggedSpan, words: readonly Word[]): TaggedSpan {
  const owns = words[span.end];
  const place = words[span.end + 1];
  if (owns === undefined || place === undefined || !/^['’]s$/i.test(owns.surface)) return span;
  return place.capital && place.flags & Flag.placeSuffix
    ? { start: span.start, end: span.end + 2, type: "LOCATION" }
    : span;
}

/** "Basil will not tell Henry Dorian's name": two names that are known each for itself. */
function isOfTwo(span: TaggedSpan, spelled: readonly TaggedSpan[], words: readonly Word[], roster: Roster): boolean {
  const inside = spelled.filter((known) => overlap(known, span));
  const entities = inside.map(({ start, end, type }) => roster.entityOf(words.slice(start, end), type));
  return inside.length > 1 && new Set(entities).size > 1;
}

/** "Carrie of Ames", "Orgon and Co.": what a linking word joins may be two names. */
function joins({ start, end }: TaggedSpan, words: readonly Word[]): boolean {
  return words.slice(start, end).some(({ lower }) => /^(?:of|and|&)$/.test(lower));
}

/** "Will" or "Grace" at the start of a sentence may be no name; two words in a row, or a word always a name, are. */
function isSure({ start, end }: Span, words: readonly Word[], roster: Roster): boolean {
  const first = words[start] as Word;
  const before = words[start - 1];
  if (end - start > 1 || roster.possible.isSpeaker(first) || nameLikeness(first) > 0.8) return true;
  return !(before === undefined || opens(before));
}

function mention(
  text: string,
  paragraph: readonly Token[],
  words: readonly Word[],
  span: TaggedSpan,
  roster: Roster,
): Mention {
  const inside = words.slice(span.start, span.end);
  const entity = roster.entityOf(inside, span.type);
  const first = span.end - withoutAdjectives(inside).length;
  const start = paragraph[first]?.start ?? 0;
  const end = paragraph[span.end - 1]?.end ?? 0;
  const type = entity === undefined ? span.type : (roster.entities[entity] as Entity).type;
  return { start, end, text: text.slice(start, end), type, entity };
}

function longest(spans: readonly TaggedSpan[]): TaggedSpan[] {
  const sorted = [...spans].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: TaggedSpan[] = [];
  for (const span of sorted) if (!kept.some((other) => overlap(span, other))) kept.push(span);
  return kept.sort((a, b) => a.start - b.start);
}

/** A short paragraph by those who published the text, not of the story: "There's no Act 5, Scene 2 in this edition." */
function isEditorial(paragraph: string): boolean {
  if (paragraph.length > longestEditorial) return false;
  return saidByEditors.test(paragraph) || (ofAnEdition.test(paragraph) && ofAPlay.test(paragraph));
}

const longestEditorial = 400;
const saidByEditors = /\b(?:project gutenberg|all rights reserved|copyright|https?:|www\.|click (?:to|here))/i;
const ofAnEdition = /\b(?:edition|editors?|publisher)\b/i;
const ofAPlay = /\b(?:act|scene|epilogue|prologue|chapter|volume)\b/i;

/** Stage directions of the published corpus are marked `<ACTION>…</ACTION>`; places in the text must not move. */
function withoutMarkup(text: string): string {
  return text.replace(/<\/?[A-Z]+>/g, (tag) => " ".repeat(tag.length));
}

function titleCase(word: string): string {
  return word
    .toLowerCase()
    .replace(/(^|[-’'])(\p{L})(?=\p{L})/gu, (_, edge: string, letter: string) => edge + letter.toUpperCase());
}

const shippedWeights = once((): Weights => unpackTagger(packed satisfies PackedTagger));
