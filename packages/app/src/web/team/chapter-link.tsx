import type { ChapterPlace } from "@plotline/corpus";
import { addressOf } from "../route.ts";

/** A chapter as the lists of a team have it. */
interface ListedChapter extends ChapterPlace {
  readonly title: string;
}

export function chapterName({ title, number }: ListedChapter): string {
  return `${title}, chapter ${number + 1}`;
}

export function ChapterLink({ screen, ...chapter }: ListedChapter & { readonly screen: "settle" | "annotate" }) {
  const { folder, number } = chapter;
  return <a href={addressOf({ screen, folder, number })}>{chapterName(chapter)}</a>;
}
