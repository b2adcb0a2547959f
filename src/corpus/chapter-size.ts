import { sumOf } from "../lists.ts";
import { chapterFiles, FromFiles } from "./files/from-files.ts";
import type { Corpus, Work } from "./types.ts";
import { countWords } from "./words.ts";

export interface ChapterSize {
  /** Of the story. */
  readonly words: number;
  readonly paragraphs: number;
  /** 0 where the guide has no section on this chapter. */
  readonly bullets: number;
}

const known = new FromFiles<ChapterSize>(50_000);

/** A chapter is counted again only when its texts have changed. */
export function chapterSize(corpus: Corpus, work: Work, number: number): Promise<ChapterSize> {
  return known.get(chapterFiles(corpus, work, number), async () => {
    const { story, summary } = await corpus.chapter(work, number);
    const words = sumOf(story, (paragraph) => countWords(paragraph));
    return { words, paragraphs: story.length, bullets: summary.length };
  });
}
