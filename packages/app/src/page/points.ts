import type { Alignment } from "@plotline/align";
import { groupedBy } from "@plotline/base";
import type { SideBySide } from "./side-by-side.ts";

/**
 * The links for a program: every point with the paragraphs that it covers, in the order of the book. Points and `story`
 * are counted from 0 through the whole guide and book, `paragraph` in its chapter, `guideParagraph` in the guide.
 */
export function readPoints({ parts }: Pick<SideBySide, "parts">, links: Alignment) {
  const places = parts.flatMap(({ headings, chapters }) =>
    chapters.flatMap((texts, k) => texts.map((text, paragraph) => ({ chapter: headings[k] ?? "", paragraph, text }))),
  );
  const inOrder = links.filter(({ story }) => story in places).toSorted((a, b) => a.story - b.story);
  const passages = groupedBy(inOrder, ({ summary }) => summary);
  const points = parts.flatMap((part) => part.points);
  return points.map(({ text, paragraph }, point) => ({
    point,
    text,
    guideParagraph: paragraph,
    passages: (passages.get(point) ?? []).map(({ story, confidence }) => ({ ...places[story]!, story, confidence })),
  }));
}
