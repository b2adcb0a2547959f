import { useEffect } from "preact/hooks";
import type { ChapterAnswer } from "../server.ts";
import { useStored } from "./appearance.tsx";
import { placeOf } from "./pages.tsx";

/** How far the story was read: the last paragraph that came to the middle of the page. It is remembered. */
export function useReadUpTo(chapter: ChapterAnswer): number {
  const [furthest, setFurthest] = useStored(`read.${chapter.folder}.${chapter.number}`, 0);
  useEffect(() => {
    const story = document.querySelector(".side.story");
    if (story === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        const read = entries
          .filter((entry) => entry.isIntersecting)
          .map((entry) => placeOf(entry.target.id)?.index ?? 0);
        const last = Math.max(-1, ...read);
        if (last > furthest) setFurthest(last);
      },
      { root: story, rootMargin: "0px 0px -50% 0px" },
    );
    for (const paragraph of story.querySelectorAll("li.paragraph")) seen.observe(paragraph);
    return () => seen.disconnect();
  }, [chapter, furthest, setFurthest]);
  return furthest;
}
