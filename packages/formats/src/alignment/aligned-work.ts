import type { Alignment } from "@plotline/align";
import { sha256Base64 } from "@plotline/base/sha256";

/** A work with its guide and the links between them: what files for other tools are made of. */
export interface AlignedWork {
  readonly title: string;
  /** Where the story and the guide came from and under which licence, in words. */
  readonly rights: readonly string[];
  readonly alignment: string;
  readonly chapters: readonly AlignedChapter[];
}

export interface AlignedChapter {
  /** Counted from 0. */
  readonly number: number;
  /** As the book names it. */
  readonly name: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly links: Alignment;
}

/** A run of paragraphs that a point covers, first to last, and the confidence of its best link. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

/** The passages of a point, in the order of the story: paragraphs next to each other are one passage. */
export function passagesOf({ links }: Pick<AlignedChapter, "links">, point: number): Passage[] {
  const own = links.filter(({ summary }) => summary === point).sort((a, b) => a.story - b.story);
  const passages: Passage[] = [];
  for (const { story, confidence } of own) {
    const last = passages.at(-1);
    if (last !== undefined && story <= last.to + 1)
      passages[passages.length - 1] = { from: last.from, to: story, confidence: Math.max(last.confidence, confidence) };
    else passages.push({ from: story, to: story, confidence });
  }
  return passages;
}

/** A name-based identifier (the form of a UUID, made from the text), so that the same export is the same file. */
export function stableUuid(text: string): string {
  const bytes = [...atob(sha256Base64(text))].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"));
  const digits = bytes.join("").slice(0, 32).split("");
  digits[12] = "5";
  digits[16] = "8";
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
