import { useEffect, useRef } from "preact/hooks";
import type { ChapterAnswer } from "../server.ts";
import { placeOf } from "./pages.tsx";
import { usePlaces } from "./places.ts";

/** How far the story was read: the last paragraph that came to the middle of the page. It is remembered. */
export function useReadUpTo({ folder, number }: ChapterAnswer): number {
  const [places, reach] = usePlaces();
  const furthest = places[folder]?.read[number] ?? 0;
  const latest = useRef({ furthest, reach });
  latest.current = { furthest, reach };
  useEffect(() => latest.current.reach({ folder, number, paragraph: 0 }), [folder, number]);
  useEffect(() => {
    const story = document.querySelector(".side.story");
    if (story === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        const read = entries
          .filter((entry) => entry.isIntersecting)
          .map((entry) => placeOf(entry.target.id)?.index ?? 0);
        const paragraph = Math.max(-1, ...read);
        if (paragraph > latest.current.furthest) latest.current.reach({ folder, number, paragraph });
      },
      { root: story, rootMargin: "0px 0px -50% 0px" },
    );
    for (const paragraph of story.querySelectorAll("li.paragraph")) seen.observe(paragraph);
    return () => seen.disconnect();
  }, [folder, number]);
  return furthest;
}
