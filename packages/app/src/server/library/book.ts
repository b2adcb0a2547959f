import type { Corpus, Work } from "@plotline/align";
import { addressOf, isFree, rightsSentences, shortAddress } from "@plotline/corpus";
import { chapterSize } from "@plotline/corpus/node";

/** A book's contents: each chapter by its address and title, how long it is, and whether a guide covers it. */
export async function bookOf(corpus: Corpus, work: Work) {
  const names = chapterNames(work);
  const chapters = await Promise.all(
    work.chapters.map(async (number, place) => {
      const size = await chapterSize(corpus, work, number);
      return { number, ...names[place]!, ...size, hasGold: work.annotated.includes(number) };
    }),
  );
  const { title, folder, author, kind, story, summary } = work;
  const licence = story.licence ?? summary.licence ?? null;
  const rights = { rights: rightsSentences(work), mayPassOn: isFree(story) && isFree(summary) };
  return { title, folder, author: author ?? null, kind: kind ?? null, licence, ...rights, chapters };
}

/** What people call a chapter: its address, its title where it has one besides, and the word for it in a web address. */
function chapterNames(work: Work) {
  const slugs = work.chapters.map((number) => slugOf(shortAddress(addressOf(work, number))));
  return work.chapters.map((number, place) => {
    const { label, title } = addressOf(work, number);
    const slug = slugs[place]!;
    const isOwn = slug !== "" && !/^\d+$/.test(slug) && slugs.indexOf(slug) === slugs.lastIndexOf(slug);
    const name = { address: label || title, title: label === "" || title === "" ? null : title };
    return { ...name, slug: isOwn ? slug : String(number + 1) };
  });
}

function slugOf(address: string): string {
  return address
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
}
