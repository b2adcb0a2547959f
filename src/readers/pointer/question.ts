import type { ClozeQuestion } from "../../tasks/cloze.ts";
import type { NamedChapter } from "../../tasks/work.ts";
import { placePrepositions } from "../../text/names/lexicon.ts";
import { tokens } from "../../text/tokens.ts";
import { Overlaps } from "./overlaps.ts";
import { pronounWords } from "./portraits.ts";
import type { ChapterReading, WorkReading } from "./reading.ts";

/** A masked bullet as the pointer reads it; the masked words are never looked at, not even how many they are. */
export interface Asked {
  readonly question: ClozeQuestion;
  readonly chapter: NamedChapter;
  readonly story: ChapterReading;
  /** The stems of the bullet that say something. */
  readonly stems: readonly AskedStem[];
  /** Words just before and just after each gap; undefined at the ends of the bullet and next to another name. */
  readonly gaps: readonly { readonly before: number | undefined; readonly after: number | undefined }[];
  readonly overlaps: Overlaps;
  readonly slot: Slot;
  /** The bullet word by word, for hashing: small letters, `@gap` and `@name`. */
  readonly pieces: readonly string[];
}

export interface AskedStem {
  readonly stem: number;
  readonly weight: number;
  /** From near 0, far from every gap, to 1, next to one. */
  readonly nearness: number;
}

/** What kind of word the gaps want. */
export interface Slot {
  readonly he: number;
  readonly she: number;
  readonly they: number;
  /** The first pronoun after the first gap: 1 he, -1 she, 0 none. */
  readonly next: number;
  readonly gaps: number;
  readonly length: number;
  /** Where in the bullet the first gap is, from 0 to 1. */
  readonly place: number;
  readonly opens: boolean;
  readonly afterPlacePreposition: boolean;
  readonly afterThe: boolean;
  readonly afterAnd: boolean;
  readonly possessive: boolean;
  readonly beforeVerb: boolean;
  readonly beforeMark: boolean;
}

/** One place of the bullet: a word, another name, or a gap. */
interface Piece {
  readonly word: string;
  readonly kind: "word" | "name" | "gap";
}

export function askedOf(question: ClozeQuestion, chapter: NamedChapter, reading: WorkReading): Asked {
  const pieces = piecesOf(question);
  const gaps = pieces.flatMap(({ kind }, k) => (kind === "gap" ? k : []));
  const wordAt = (k: number) => (pieces[k]?.kind === "word" ? reading.lexicon.number(pieces[k].word) : undefined);
  const story = reading.chapter(chapter);
  const stems = stemsOf(pieces, gaps, reading);
  return {
    question,
    chapter,
    story,
    stems,
    overlaps: new Overlaps(story, stems, reading.echoes(chapter)),
    gaps: gaps.map((gap) => ({ before: wordAt(gap - 1), after: wordAt(gap + 1) })),
    slot: slotOf(pieces, gaps),
    pieces: pieces.map(({ word, kind }) => (kind === "word" ? word : `@${kind}`)),
  };
}

/** The bullet with each gap and each other name as one piece. */
function piecesOf({ bullet, masked, mentions }: ClozeQuestion): Piece[] {
  const hidden = new Set(masked.map(({ start }) => start));
  const spans = [
    ...masked.map((span) => ({ ...span, kind: "gap" as const })),
    ...mentions.filter(({ start }) => !hidden.has(start)).map((span) => ({ ...span, kind: "name" as const })),
  ].sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let next = 0;
  for (const { text, start } of tokens(bullet)) {
    while (next < spans.length && spans[next]!.end <= start) next++;
    const span = spans[next];
    if (span === undefined || start < span.start) pieces.push({ word: text.toLowerCase(), kind: "word" });
    else if (start === span.start) pieces.push({ word: "", kind: span.kind });
  }
  return pieces;
}

function stemsOf(pieces: readonly Piece[], gaps: readonly number[], { lexicon }: WorkReading): AskedStem[] {
  const found = new Map<number, AskedStem>();
  pieces.forEach(({ word, kind }, k) => {
    if (kind !== "word") return;
    const stem = lexicon.stemOf(lexicon.number(word));
    const weight = lexicon.weight(stem);
    if (weight === 0) return;
    const distance = Math.min(...gaps.map((gap) => Math.abs(gap - k)));
    const nearness = Math.max(found.get(stem)?.nearness ?? 0, 1 / (1 + (distance - 1) / 4));
    found.set(stem, { stem, weight, nearness });
  });
  return [...found.values()];
}

function slotOf(pieces: readonly Piece[], gaps: readonly number[]): Slot {
  const count = (words: readonly string[]) => pieces.filter(({ word }) => words.includes(word)).length;
  const first = gaps[0] ?? 0;
  const word = (k: number) => pieces[k]?.word ?? "";
  const next = pieces.slice(first).find(({ word: own }) => gendered.has(own))?.word;
  const any = (test: (gap: number) => boolean) => gaps.some(test);
  return {
    he: count(pronounWords.he),
    she: count(pronounWords.she),
    they: count(pronounWords.they),
    next: next === undefined ? 0 : (gendered.get(next) ?? 0),
    gaps: gaps.length,
    length: pieces.length,
    place: first / pieces.length,
    opens: any((gap) => gap === 0 || /^[.!?]$/.test(word(gap - 1))),
    afterPlacePreposition: any((gap) => placePrepositions.has(word(gap - 1))),
    afterThe: any((gap) => word(gap - 1) === "the"),
    afterAnd: any((gap) => /^(?:and|,)$/.test(word(gap - 1)) || word(gap + 1) === "and"),
    possessive: any((gap) => /^['’]s?$/.test(word(gap + 1))),
    beforeVerb: any((gap) => /^(?:\p{L}{2,}(?:s|ed)|has|is|was|had|will)$/u.test(word(gap + 1))),
    beforeMark: any((gap) => gap + 1 === pieces.length || /^[.!?,;:)]$/.test(word(gap + 1))),
  };
}

const gendered: ReadonlyMap<string, number> = new Map([
  ...pronounWords.he.map((word) => [word, 1] as const),
  ...pronounWords.she.map((word) => [word, -1] as const),
]);
