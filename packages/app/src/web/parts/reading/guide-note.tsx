import { type Alignment, byPlace, type Link, remarks } from "@plotline/align";
import type { GuideInChapter } from "../../aligning.ts";
import type { ChapterAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { counted } from "../controls/wording.ts";
import type { Aligned } from "./chapter.ts";

interface GuideNoteProps {
  readonly guide: GuideInChapter;
  /** Into how many points how many paragraphs of the guide were cut; undefined where none was. */
  readonly cut: { readonly points: number; readonly paragraphs: number } | undefined;
  readonly asParagraphs: boolean;
  onAsParagraphs(is: boolean): void;
}

/** What was found out about a chapter's guide, where a person should know it: the same as `plotline read` says. */
export function GuideNote({ guide, cut, asParagraphs, onAsParagraphs }: GuideNoteProps) {
  const { fit } = guide;
  const isDoubtful = fit.verdict !== "fits";
  const others = remarks({ ...guide, fit: { ...fit, verdict: "fits" } }, asParagraphs ? "paragraph" : "point");
  if (!isDoubtful && others.length === 0 && cut === undefined) return null;
  return (
    <section class="note guide-note" aria-label="About this guide">
      {isDoubtful && (
        <p>
          <strong>This guide may not fit this text:</strong> {fit.why}.
        </p>
      )}
      {others.map((remark) => (
        <p key={remark}>{sentence(remark)}</p>
      ))}
      {cut !== undefined && (
        <p>
          The guide’s {counted(cut.paragraphs, "paragraph")} on this chapter {cut.paragraphs === 1 ? "was" : "were"} cut
          into {counted(cut.points, "point")}.{" "}
          <Button
            label="Show whole paragraphs"
            aria-pressed={asParagraphs}
            onClick={() => onAsParagraphs(!asParagraphs)}
          />
        </p>
      )}
    </section>
  );
}

function sentence(text: string): string {
  const about = text.replace(/^its /, "the guide’s ").replace(/^it /, "the guide ");
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}

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
