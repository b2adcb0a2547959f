import { remarks } from "@plotline/align";
import type { GuideInChapter } from "../../aligning.ts";
import { Button } from "../controls/button.tsx";
import { counted } from "../controls/wording.ts";

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
