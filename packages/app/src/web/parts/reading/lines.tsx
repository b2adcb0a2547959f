import type { Link } from "@plotline/align";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Sides } from "./chapter.ts";
import { type Place, placeOf } from "./pages.tsx";

/** Curves from each point in view to its paragraphs, as in the paper's first figure; stronger where the link is surer. */
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

function drawLines(svg: SVGSVGElement, { ofPoint, ofParagraph }: Sides, active: Place | undefined): void {
  const frame = svg.getBoundingClientRect();
  if (frame.width === 0) return;
  const points = inView("summary", frame);
  const paragraphs = inView("story", frame);
  const shown = new Set<Link>();
  for (let point = points.first; point <= points.last; point++)
    for (const link of ofPoint[point] ?? []) shown.add(link);
  for (let story = paragraphs.first; story <= paragraphs.last; story++)
    for (const link of ofParagraph[story] ?? []) shown.add(link);
  const paths = [...shown].map((link) =>
    curve(points.heightOf(link.summary), paragraphs.heightOf(link.story), frame.width, link, isActive(link, active)),
  );
  svg.replaceChildren(...paths);
}

interface InView {
  readonly first: number;
  readonly last: number;
  /** Where a paragraph's line begins: its middle, or the edge of the page where it lies beyond. */
  heightOf(index: number): number;
}

/** Which paragraphs of a side are in view: only those on sheets in view are measured. */
function inView(side: Place["side"], frame: DOMRect): InView {
  const overlaps = (box: DOMRect) => box.bottom > frame.top && box.top < frame.bottom;
  const sheets = document.querySelectorAll(`.side.${side} > ol`);
  const heights = new Map<number, number>();
  for (const sheet of sheets) {
    if (!overlaps(sheet.getBoundingClientRect())) continue;
    for (const paragraph of sheet.children) {
      const box = paragraph.getBoundingClientRect();
      const place = placeOf(paragraph.id);
      if (place === undefined || !overlaps(box)) continue;
      const y = box.top + Math.min(box.height / 2, 24) - frame.top;
      heights.set(place.index, Math.max(0, Math.min(frame.height, y)));
    }
  }
  const [first = 0, ...more] = heights.keys();
  const heightOf = (index: number) => heights.get(index) ?? (index < first ? 0 : frame.height);
  return { first, last: heights.size === 0 ? -1 : (more.at(-1) ?? first), heightOf };
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
