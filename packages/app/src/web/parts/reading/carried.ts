import type { Alignment } from "@plotline/align";
import { italicStretches, shownPlace } from "@plotline/text";
import { useEffect } from "preact/hooks";
import { evidenceHere } from "../../aligning.ts";
import { type ChapterAnswer, useFetched } from "../../server.ts";
import { alignable } from "./chapter.ts";
import { rangesIn } from "./highlight.ts";
import { idOf, type Place } from "./pages.tsx";

/** Marks, for the point or paragraph that a person looks at, the sentences of the story that carry its links. */
export function useCarriedSentences(chapter: ChapterAnswer, links: Alignment, active: Place | undefined): void {
  const known = useFetched(
    async () => (links.length === 0 ? none : evidenceHere(alignable(chapter).chapter, links)),
    [chapter, links],
  );
  useEffect(() => {
    if (active === undefined || known === undefined || !("highlights" in CSS)) return;
    const own = known.filter((link) => (active.side === "summary" ? link.summary : link.story) === active.index);
    CSS.highlights.set(name, new Highlight(...own.flatMap((link) => rangesOf(link, chapter.story))));
    return () => void CSS.highlights.delete(name);
  }, [chapter, known, active]);
}

const name = "carries";
const none: Alignment = [];

function rangesOf({ story: index, sentences = [] }: Alignment[number], story: readonly string[]): Range[] {
  const element = document.querySelector(`#${idOf({ side: "story", index })}:not(.hidden) > p`);
  if (element === null) return [];
  const stretches = italicStretches(story[index] ?? "");
  const shown = sentences.map(({ start, end }) => ({
    from: shownPlace(stretches, start),
    to: shownPlace(stretches, end),
  }));
  return rangesIn(element, () => shown);
}
