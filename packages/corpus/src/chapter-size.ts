import { type Corpus, countWords, type Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { chapterFiles, FromFiles } from "./store/from-files.ts";

export interface ChapterSize {
  /** Of the story. */
  readonly words: number;
  readonly paragraphs: number;
  /** 0 where the guide has no section on this chapter. */
  readonly points: number;
}

const known = new FromFiles<ChapterSize>(50_000);

/** A chapter is counted again only when its texts have changed. */
export function chapterSize(corpus: Corpus, work: Work, number: number): Promise<ChapterSize> {
  return known.get(corpus.folder, chapterFiles(work, number), async () => {
    const { story, summary } = await corpus.chapter(work, number);
    const words = sumOf(story, (paragraph) => countWords(paragraph));
    return { words, paragraphs: story.length, points: summary.length };
  });
}
