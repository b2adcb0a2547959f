import { type Alignment, byPlace, type Link } from "@plotline/align";
import type { ChapterAnswer } from "../../server.ts";
import type { Aligned } from "./chapter.ts";

/** A link of a paragraph of the guide, with the surest link of its points. */
interface ParagraphLink extends Link {
  readonly ofPoint: Link;
}

/** A chapter with the paragraphs that its guide was written in, in place of the points that they were cut into. */
export function byGuideParagraphs(
  chapter: ChapterAnswer,
  { links = [], guide }: Partial<Aligned>,
): { readonly chapter: ChapterAnswer; readonly aligned: Partial<Aligned> } {
  const origins = chapter.pointParagraphs ?? [];
  const numbers = [...new Set(origins)];
  const rows = origins.map((paragraph) => numbers.indexOf(paragraph));
  const texts = numbers.map((paragraph) =>
    chapter.summary.filter((_, point) => origins[point] === paragraph).join(" "),
  );
  const unmatched = new Set(guide?.unmatched);
  const lost = [...numbers.keys()].filter((row) => rows.every((own, point) => own !== row || unmatched.has(point)));
  return {
    chapter: { ...chapter, summary: texts, gold: chapter.gold && [...joined(chapter.gold, rows)] },
    aligned: { links: joined(links, rows), guide: guide && { ...guide, unmatched: lost } },
  };
}

/** The link of a point that a shown link stands for. */
export function linkOfPoint(link: Link): Link {
  return "ofPoint" in link ? (link as ParagraphLink).ofPoint : link;
}

/** Of several points of a paragraph, the surest link with each paragraph of the story. */
function joined(links: Alignment, rows: readonly number[]): ParagraphLink[] {
  const surest = new Map<string, ParagraphLink>();
  for (const link of links) {
    const [summary, key] = [rows[link.summary] ?? 0, `${rows[link.summary]} ${link.story}`];
    if (link.confidence > (surest.get(key)?.confidence ?? -1)) surest.set(key, { ...link, summary, ofPoint: link });
  }
  return [...surest.values()].sort(byPlace);
}
