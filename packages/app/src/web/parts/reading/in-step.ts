import { useEffect } from "preact/hooks";
import type { Sides } from "./chapter.ts";
import { idOf, placeOf } from "./pages.tsx";

/** For how long after a turn of the wheel, a touch or a key a scroll is a person's own, in milliseconds. */
const ownFor = 1_000;
const signs = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * As a person scrolls the story, the guide shows the point that covers what is read, or the last one before it. Where the
 * page itself moves the story, to the passage of a point that was chosen, the guide stays.
 */
export function useInStep({ ofParagraph }: Sides): void {
  useEffect(() => {
    const story = document.querySelector<HTMLElement>(".side.story");
    const guide = document.querySelector<HTMLElement>(".side.summary");
    if (story === null || guide === null) return;
    const listening = new AbortController();
    const quietly = { passive: true, signal: listening.signal };
    let lastSign = Number.NEGATIVE_INFINITY;
    let frame = 0;
    for (const sign of signs) story.addEventListener(sign, () => (lastSign = performance.now()), quietly);
    const follow = () => {
      if (performance.now() - lastSign > ownFor) return;
      lastSign = performance.now();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const point = pointAt(paragraphRead(story), ofParagraph);
        if (point !== undefined) center(guide, idOf({ side: "summary", index: point }));
      });
    };
    story.addEventListener("scroll", follow, quietly);
    return () => {
      cancelAnimationFrame(frame);
      listening.abort();
    };
  }, [ofParagraph]);
}

/** The paragraph a third of the way down the story. */
function paragraphRead(story: HTMLElement): number {
  const { left, top, width, height } = story.getBoundingClientRect();
  const paragraph = document.elementFromPoint(left + width / 2, top + height / 3)?.closest("li.paragraph");
  return placeOf(paragraph?.id ?? "")?.index ?? -1;
}

function pointAt(paragraph: number, ofParagraph: Sides["ofParagraph"]): number | undefined {
  for (let index = paragraph; index >= 0; index--) {
    const points = (ofParagraph[index] ?? []).map(({ summary }) => summary);
    if (points.length > 0) return Math.min(...points);
  }
  return undefined;
}

/** Without scrolling anything around the guide, as `scrollIntoView` would. */
function center(guide: HTMLElement, id: string): void {
  const point = document.getElementById(id)?.getBoundingClientRect();
  if (point === undefined) return;
  const frame = guide.getBoundingClientRect();
  guide.scrollTop += point.top + point.height / 2 - (frame.top + frame.height / 2);
}
