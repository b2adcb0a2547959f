import { once } from "@plotline/base";
import { englishLanguage, isSegmented, type Language, languageOf, stem, wordSegments } from "@plotline/text";
import { bestColumn } from "./best-match.ts";
import type { Cell } from "./chapter/cells.ts";
import type { Alignment } from "./chapter/types.ts";
import type { Explanation, SharedWord } from "./method.ts";
import { bm25 } from "./similarity/bm25.ts";
import { at, type Matrix, type Passages } from "./similarity/similarity.ts";

/** Why a point is linked to a story paragraph: what both say, where they are, and the best rival. */
export function explainCell(
  passages: Passages,
  g: Matrix,
  links: Alignment,
  cell: Cell,
  countsAs?: CountsAs,
): Explanation {
  const confidence = links.find((link) => link.summary === cell.summary && link.story === cell.story)?.confidence;
  const words = sharedWords(passages, cell.summary, countsAs);
  const rival = bestRival(g, links, cell);
  return {
    link: { summary: cell.summary, story: cell.story },
    score: at(g, cell.summary, cell.story),
    confidence,
    words: words(cell.story),
    position: { summary: place(cell.summary, g.rows), story: place(cell.story, g.columns) },
    rival: rival === undefined ? undefined : { story: rival, score: at(g, cell.summary, rival), words: words(rival) },
  };
}

type CountsAs = (word: string) => string;

/** What a point shares with each story paragraph. BM25 is a sum over words, so that each can be asked for alone. */
function sharedWords(
  passages: Passages,
  point: number,
  countsAs: CountsAs = stem,
): (paragraph: number) => readonly SharedWord[] {
  const { summary, story } = passages;
  const speech = speechOf(languageOf(passages), countsAs);
  const words = [...firstWritten(summary[point] ?? "", speech)];
  const parts = wordByWord()({
    summary: words.map(([, word]) => speech.rewritten(word)),
    story: story.map(speech.rewritten),
    language: speech.language.code,
  });
  return (paragraph) => {
    const written = firstWritten(story[paragraph] ?? "", speech);
    return words
      .map(([counted, word], k) => ({
        word,
        ...otherWord(word, written.get(counted), speech.language),
        weight: at(parts, k, paragraph),
        name: speech.language.capitals === "names" && isName(word, story),
      }))
      .filter((each) => each.weight > 0)
      .sort((a, b) => b.weight - a.weight);
  };
}

const wordByWord = once(() => bm25().prepare());

/** How a language's words are found and counted. Like words are English; elsewhere a word counts as its stem. */
interface Speech {
  readonly language: Language;
  readonly countsAs: CountsAs;
  readonly wordsOf: (text: string) => Iterable<string>;
  readonly rewritten: (text: string) => string;
}

function speechOf(language: Language, countsAs: CountsAs): Speech {
  if (language === englishLanguage)
    return {
      language,
      countsAs,
      wordsOf: (text) => (text.match(wordPattern) ?? []).map(bare),
      rewritten: (text) =>
        countsAs === stem ? text : text.replace(wordPattern, (word) => countsAs(bare(word).toLowerCase())),
    };
  const wordsOf = isSegmented(language)
    ? (text: string) => Array.from(wordSegments(language.code)(text), ({ start, end }) => text.slice(start, end))
    : (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { language, countsAs: language.stem, wordsOf, rewritten: (text) => text };
}

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** Each word of a text once, by what it counts as, as it is first written. */
function firstWritten(text: string, { wordsOf, countsAs }: Speech): Map<string, string> {
  const written = new Map<string, string>();
  for (const word of wordsOf(text)) {
    const counted = countsAs(word.toLowerCase());
    if (!written.has(counted)) written.set(counted, word);
  }
  return written;
}

function bare(word: string): string {
  return word.replace(/['’]s$/u, "");
}

function otherWord(word: string, storyWord: string | undefined, { stem: stemOf }: Language) {
  if (storyWord === undefined || stemOf(storyWord.toLowerCase()) === stemOf(word.toLowerCase())) return {};
  return { storyWord };
}

/** A capitalised word that the story never writes small. */
function isName(word: string, story: readonly string[]): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  const small = new RegExp(`(?<![\\p{L}])${word.toLowerCase()}(?![\\p{L}])`, "u");
  return !story.some((paragraph) => small.test(paragraph));
}

/** The story paragraph with the highest score for the same point that is not linked to it. */
function bestRival(g: Matrix, links: Alignment, cell: Cell): number | undefined {
  const taken = new Set(links.filter((link) => link.summary === cell.summary).map((link) => link.story));
  return bestColumn(g, cell.summary, (column) => taken.has(column) || column === cell.story);
}

function place(index: number, count: number): number {
  return count < 2 ? 0 : index / (count - 1);
}
