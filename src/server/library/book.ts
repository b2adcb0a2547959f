import { addressOf, shortAddress } from "../../corpus/addresses/address.ts";
import { chapterFiles, FromFiles } from "../../corpus/files/from-files.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { countWords } from "../../corpus/words.ts";
import { sumOf } from "../../lists.ts";

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

const known = new FromFiles<Sizes>(50_000);

function sizesOf(corpus: Corpus, work: Work, number: number): Promise<Sizes> {
  return known.get(chapterFiles(corpus, work, number), async () => {
    const { story, summary } = await corpus.chapter(work, number);
    const words = sumOf(story, (paragraph) => countWords(paragraph));
    return { words, paragraphs: story.length, points: summary.length };
  });
}

/** What people call a chapter: its address, its title where it has one besides, and the word for it in a web address. */
function chapterNames(work: Work) {
  const slugs = work.chapters.map((number) => slugOf(shortAddress(addressOf(work, number))));
  return new Map(
    work.chapters.map((number, place) => {
      const { label, title } = addressOf(work, number);
      const slug = slugs[place] ?? "";
      const isOwn = slug !== "" && !/^\d+$/.test(slug) && slugs.indexOf(slug) === slugs.lastIndexOf(slug);
      const name = { address: label || title, title: label === "" || title === "" ? null : title };
      return [number, { ...name, slug: isOwn ? slug : String(number + 1) }];
    }),
  );
}

function slugOf(address: string): string {
  return address
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
}
