import { addressOf, shortAddress } from "../../corpus/addresses/address.ts";
import type { Work } from "../../corpus/types.ts";

/** What people call a chapter: its address, its title where it has one besides, and the word for it in a web address. */
export interface ChapterName {
  readonly address: string;
  readonly title: string | null;
  readonly slug: string;
}

export function chapterNames(work: Work): Map<number, ChapterName> {
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
