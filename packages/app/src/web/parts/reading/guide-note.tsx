import { remarks } from "@plotline/align";
import type { GuideInChapter } from "../../aligning.ts";

/** What was found out about a chapter's guide, where a person should know it: the same as `plotline read` says. */
export function GuideNote({ guide }: { guide: GuideInChapter }) {
  const { fit } = guide;
  const isDoubtful = fit.verdict !== "fits";
  const others = remarks({ ...guide, fit: { ...fit, verdict: "fits" } });
  if (!isDoubtful && others.length === 0) return null;
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
    </section>
  );
}

function sentence(text: string): string {
  const about = text.replace(/^its /, "the guide’s ").replace(/^it /, "the guide ");
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}
