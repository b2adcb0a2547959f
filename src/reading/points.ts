import type { Alignment } from "../corpus/types.ts";
import type { SideBySide } from "./side-by-side.ts";

/** A point of the guide for a program: its text, and each paragraph that it covers, with where that is in the book. */
interface ReadPoint {
  /** Counted from 0 through the whole guide, as in the links. */
  readonly point: number;
  readonly text: string;
  /** The guide's paragraph that it was cut from, counted from 0; absent where nothing was cut. */
  readonly guideParagraph?: number;
  readonly passages: readonly ReadPassage[];
}

interface ReadPassage {
  /** What the book prints above the chapter; empty where it prints nothing. */
  readonly chapter: string;
  /** Counted from 0 in that chapter, and through the whole book. */
  readonly paragraph: number;
  readonly story: number;
  readonly confidence: number;
  readonly text: string;
}

/** The links in words: every point with the paragraphs that it covers, in the order of the book. */
export function readPoints({ parts }: Pick<SideBySide, "parts">, links: Alignment): ReadPoint[] {
  const places = parts.flatMap(({ headings, chapters }) =>
    chapters.flatMap((texts, k) => texts.map((text, paragraph) => ({ chapter: headings[k] ?? "", paragraph, text }))),
  );
  const passages = new Map<number, ReadPassage[]>();
  for (const { summary, story, confidence } of [...links].sort((a, b) => a.story - b.story)) {
    const place = places[story];
    if (place !== undefined) passages.set(summary, [...(passages.get(summary) ?? []), { ...place, story, confidence }]);
  }
  const bullets = parts.flatMap((part) => part.bullets);
  return bullets.map(({ text, paragraph }, point) => ({
    point,
    text,
    guideParagraph: paragraph,
    passages: passages.get(point) ?? [],
  }));
}
