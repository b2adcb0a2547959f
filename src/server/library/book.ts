import { stat } from "node:fs/promises";
import { join } from "node:path";
import { chapterPath } from "../../corpus/listing.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { countWords } from "../../corpus/words.ts";
import { Recent } from "../../recent.ts";
import { chapterNames } from "./chapter-names.ts";

/** A book's contents: each chapter by its address and title, how long it is, and whether a guide covers it. */
export async function bookOf(corpus: Corpus, work: Work) {
  const names = chapterNames(work);
  const chapters = await Promise.all(
    work.chapters.map(async (number) => ({
      number,
      ...(names.get(number) ?? { address: String(number + 1), title: null, slug: String(number + 1) }),
      ...(await sizesOf(corpus, work, number)),
      hasGold: work.annotated.includes(number),
    })),
  );
  const { title, folder, kind, story, summary } = work;
  return { title, folder, kind: kind ?? null, licence: story.licence ?? summary.licence ?? null, chapters };
}

interface Sizes {
  readonly words: number;
  readonly paragraphs: number;
  /** Of the guide; 0 where it has no section on this chapter. */
  readonly points: number;
}

const known = new Recent<string, Sizes & { readonly changed: string }>(50_000);

/** Counted again only when a file has changed. */
async function sizesOf(corpus: Corpus, work: Work, number: number): Promise<Sizes> {
  const path = join(corpus.folder, work.folder, String(number));
  const changed = (await Promise.all([changedAt("stories"), changedAt("summaries")])).join(" ");
  const before = known.get(path);
  if (before?.changed === changed) return sizes(before);
  const { story, summary } = await corpus.chapter(work, number);
  const words = story.reduce((sum, paragraph) => sum + countWords(paragraph), 0);
  const counted = { words, paragraphs: story.length, points: summary.length };
  known.set(path, { ...counted, changed });
  return counted;

  async function changedAt(section: "stories" | "summaries"): Promise<number> {
    const file = join(corpus.folder, chapterPath(section, work.folder, number));
    return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
  }
}

function sizes({ words, paragraphs, points }: Sizes): Sizes {
  return { words, paragraphs, points };
}
