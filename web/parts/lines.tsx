import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Link } from "../../src/corpus/types.ts";
import type { Sides } from "./chapter.ts";
import { idOf, type Place } from "./pages.tsx";

/** Curves from each bullet in view to its paragraphs, as in the paper's first figure; stronger where the link is surer. */
export function Lines({
  box,
  sides,
  active,
}: {
  box: RefObject<HTMLElement>;
  sides: Sides;
  active: Place | undefined;
}) {
  const canvas = useRef<SVGSVGElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => canvas.current !== null && drawLines(canvas.current, sides, active));
    };
    draw();
    const scrolled = box.current;
    scrolled?.addEventListener("scroll", draw, { capture: true, passive: true });
    const watched = new ResizeObserver(draw);
    if (canvas.current !== null) watched.observe(canvas.current);
    return () => {
      cancelAnimationFrame(frame);
      scrolled?.removeEventListener("scroll", draw, { capture: true });
      watched.disconnect();
    };
  }, [box, sides, active]);
  return <svg class="lines" ref={canvas} aria-hidden="true" />;
}

function drawLines(svg: SVGSVGElement, { ofBullet }: Sides, active: Place | undefined): void {
  const frame = svg.getBoundingClientRect();
  if (frame.width === 0) return;
  const paths = ofBullet.flatMap((links, bullet) => {
    const from = middle({ side: "summary", index: bullet }, frame);
    if (from === undefined) return [];
    return links.flatMap((link) => {
      const to = middle({ side: "story", index: link.story }, frame);
      if (to === undefined || (from.outside && to.outside)) return [];
      return [curve(from.y, to.y, frame.width, link, isActive(link, active))];
    });
  });
  svg.replaceChildren(...paths);
}

/** Where a paragraph's line begins: its middle, or the edge of the page where it lies beyond. */
function middle(place: Place, frame: DOMRect): { y: number; outside: boolean } | undefined {
  const element = document.getElementById(idOf(place));
  if (element === null) return undefined;
  const { top, height } = element.getBoundingClientRect();
  const y = top + Math.min(height / 2, 24) - frame.top;
  return { y: Math.max(0, Math.min(frame.height, y)), outside: y < 0 || y > frame.height };
}

function curve(from: number, to: number, width: number, { confidence }: Link, active: boolean): SVGPathElement {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", `M0 ${from} C${width / 2} ${from} ${width / 2} ${to} ${width} ${to}`);
  path.setAttribute("class", active ? "active" : "");
  path.style.setProperty("--strength", confidence.toFixed(2));
  return path;
}

function isActive(link: Link, active: Place | undefined): boolean {
  return active !== undefined && (active.side === "summary" ? link.summary : link.story) === active.index;
}
