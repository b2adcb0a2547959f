import { withEvidence } from "../align/evidence/of-links.ts";
import type { Alignment } from "../corpus/types.ts";
import type { Part } from "./side-by-side.ts";

/** The links of all parts, numbered throughout, each with the sentences that carry it. */
export function evidenceByPart(parts: readonly Part[], links: Alignment, language?: string): Alignment {
  const before = { summary: 0, story: 0 };
  return parts.flatMap(({ bullets, chapters }) => {
    const story = chapters.flat();
    const { summary: firstBullet, story: firstParagraph } = before;
    before.summary += bullets.length;
    before.story += story.length;
    const own = links
      .filter(({ summary }) => summary >= firstBullet && summary < before.summary)
      .map((link) => ({ ...link, summary: link.summary - firstBullet, story: link.story - firstParagraph }));
    return withEvidence({ summary: bullets, story, language }, own).map((link) => ({
      ...link,
      summary: link.summary + firstBullet,
      story: link.story + firstParagraph,
    }));
  });
}
