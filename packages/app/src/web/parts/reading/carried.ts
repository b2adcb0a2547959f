import type { Alignment } from "@plotline/align";
import { italicStretches, shownPlace } from "@plotline/text";
import { evidenceHere } from "../../aligning.ts";
import { type ChapterAnswer, useFetched } from "../../server.ts";
import { alignable } from "./chapter.ts";
import { rangesIn, useHighlight } from "./highlight.ts";
import { idOf, type Place } from "./pages.tsx";

/** Marks, for the point or paragraph that a person looks at, the sentences of the story that carry its links. */
export function useCarriedSentences(chapter: ChapterAnswer, links: Alignment, active: Place | undefined): void {
  const known = useFetched(
    async () => (links.length === 0 ? none : evidenceHere(alignable(chapter).chapter, links)),
    [chapter, links],
  );
  const isActive = ({ summary, story }: Alignment[number]) =>
    (active?.side === "summary" ? summary : story) === active?.index;
  const ranges = () => (known ?? none).filter(isActive).flatMap((link) => rangesOf(link, chapter.story));
  useHighlight(ranges, [chapter, known, active]);
}

const none: Alignment = [];

function rangesOf({ story: index, sentences = [] }: Alignment[number], story: readonly string[]): Range[] {
  const element = document.querySelector(`#${idOf({ side: "story", index })}:not(.hidden) > p`);
  if (element === null) return [];
  const stretches = italicStretches(story[index] ?? "");
  const shown = sentences.map(({ start, end }) => ({
    from: shownPlace(stretches, start),
    to: shownPlace(stretches, end),
  }));
  return rangesIn(element, shown);
}
