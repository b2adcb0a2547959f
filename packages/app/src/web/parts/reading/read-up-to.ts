import { useEffect, useRef } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { placeOf } from "./pages.tsx";
import { usePlaces } from "./places.ts";

/** Scrolling is not disturbed more often than this, in milliseconds. */
const calm = 300;

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
    let furthestSeen = -1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      timer = undefined;
      latest.current.reach({ folder, number, paragraph: furthestSeen });
    };
    const seen = new IntersectionObserver(
      (entries) => {
        const read = entries
          .filter((entry) => entry.isIntersecting)
          .map((entry) => placeOf(entry.target.id)?.index ?? 0);
        furthestSeen = Math.max(furthestSeen, ...read);
        if (furthestSeen > latest.current.furthest) timer ??= setTimeout(report, calm);
      },
      { root: story, rootMargin: "0px 0px -50% 0px" },
    );
    for (const paragraph of story.querySelectorAll("li.paragraph")) seen.observe(paragraph);
    return () => {
      seen.disconnect();
      if (timer !== undefined) {
        clearTimeout(timer);
        report();
      }
    };
  }, [folder, number]);
  return furthest;
}
