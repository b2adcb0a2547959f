import type { Cell } from "./chapter/cells.ts";
import type { Alignment, Chapter, Corpus, LinkSentence, Work } from "./chapter/types.ts";
import type { Calibration, Density } from "./guide/density.ts";
import type { FoundGuide } from "./guide/guide.ts";
import type { SharedScores } from "./scores.ts";
import type { OpenedEncoder } from "./similarity/encoder.ts";
import type { Similarity } from "./similarity/similarity.ts";

/** What a person decided: linked cells are in the result, forbidden ones are not, the rest is solved around them. */
export interface Pins {
  readonly linked: readonly Cell[];
  readonly forbidden: readonly Cell[];
}

/** Nothing is pinned. */
export const noPins: Pins = { linked: [], forbidden: [] };

/** What one call may add to the chapter itself. */
export interface Asked {
  readonly pins?: Pins;
  /** The points as the aligner may read them, where words are hidden from it (the blind protocol). */
  readonly visible?: readonly string[];
}

/** What an aligner may know of a chapter: everything but its gold. */
export type Readable = Omit<Chapter, "gold">;

/** What may be seen of the corpus while a method prepares: texts, never gold. */
export interface CorpusView {
  /** Of one work, or of all. */
  chapters(work?: string): AsyncIterable<Readable>;
}

/** What a method is prepared with. */
export interface MethodOptions {
  /** The seed of everything random. */
  readonly seed?: number;
  /** What "BERT" and "Chronological-BERT" compare with; without it they cannot be prepared. */
  readonly encoder?: Similarity;
  /** An encoder's token vectors, which `plotline` uses where it can, and weights trained with it where its folder has some. */
  readonly contextual?: Pick<OpenedEncoder, "tokens" | "weights">;
  /** Methods that are prepared together share the words they read and the matrices they score. */
  readonly scores?: SharedScores;
  /** How much of a story the guides cover, and what a corpus's own gold made of it; for methods that know densities. */
  readonly density?: Density;
  readonly calibration?: Calibration;
  /** The code of the stories' language, where it is neither to be detected nor what the corpus says. */
  readonly language?: string;
}

/** Why two paragraphs are linked. */
export interface Explanation {
  readonly link: Cell;
  readonly score: number;
  readonly confidence?: number;
  /** Words of the story paragraph that a language model gave as its reason. */
  readonly quote?: string;
  /** The sentences of the story paragraph that carry the link, or would. */
  readonly sentences?: readonly LinkSentence[];
  /** What both paragraphs say, heaviest first. */
  readonly words: readonly SharedWord[];
  /** Where the two are in their chapter, each from 0 (first) to 1 (last). */
  readonly position: { readonly summary: number; readonly story: number };
  /** The story paragraph that this one beat: the best for the same point that is not linked to it. */
  readonly rival?: { readonly story: number; readonly score: number; readonly words: readonly SharedWord[] };
}

/** A word that two paragraphs share. */
export interface SharedWord {
  /** As the point writes it. */
  readonly word: string;
  /** As the story writes it, where it has another word for it: the point's dad is its papa. */
  readonly storyWord?: string;
  /** What it counts as evidence: its part of the pair's BM25. */
  readonly weight: number;
  readonly name: boolean;
}

/** A prepared method: one chapter in, its links out, in the order of points and then of story paragraphs. */
export interface Aligner {
  (chapter: Readable, asked?: Asked): Promise<Alignment>;
  readonly explain?: (chapter: Readable, link: Cell, asked?: Asked) => Promise<Explanation>;
  /** The links with what was found out about the guide, by methods that find out. */
  readonly guide?: (chapter: Readable, asked?: Asked) => Promise<FoundGuide>;
}

/** An aligner with a name: it is prepared for a corpus, and then asked chapter by chapter. */
export interface Method {
  readonly name: string;
  /** Whether it reads the texts: the paper's column "uses g". Taken to be so unless said otherwise. */
  readonly usesText?: boolean;
  /** Whether it knows that stories and summaries run the same way: the paper's column "temporal order". */
  readonly usesOrder?: boolean;
  readonly needsEncoder?: boolean;
  /** It draws by chance: what it scores is the mean over several seeds. */
  readonly draws?: boolean;
  /** The titles of the works whose gold it learned from: on these it is not tested. */
  readonly learnedFrom?: readonly string[];
  prepare(corpus: CorpusView, options: MethodOptions): Aligner | Promise<Aligner>;
}

/**
 * What a method may see of a corpus: the texts of its summarised chapters, never gold.
 *
 * @example
 * const view = corpusView(memoryCorpus([{ work: "Anna", number: 0, summary: ["She leaves."], story: ["Anna went."] }]));
 * const titles = [];
 * for await (const { work } of view.chapters()) titles.push(work);
 * titles; // → ["Anna"]
 */
export function corpusView(corpus: Pick<Corpus, "works" | "chapters">): CorpusView {
  return {
    async *chapters(title) {
      const works = title === undefined ? corpus.works : corpus.works.filter((work: Work) => work.title === title);
      for await (const chapter of corpus.chapters({ works })) yield withoutGold(chapter);
    },
  };
}

/** A chapter as an aligner may see it. */
export function withoutGold({ work, number, summary, story, language }: Readable): Readable {
  return { work, number, summary, story, language };
}
