import type { Alignment } from "@plotline/align";
import type { ComponentChildren, RefObject } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { withItalics } from "../controls/italics.tsx";
import { numbered } from "../controls/wording.ts";
import type { Sides } from "./chapter.ts";
import { Lines } from "./lines.tsx";

/** A paragraph of one side. */
export interface Place {
  readonly side: "summary" | "story";
  readonly index: number;
}

export function idOf({ side, index }: Place): string {
  return `${side === "summary" ? "s" : "p"}${index + 1}`;
}

export function placeOf(id: string): Place | undefined {
  const found = /^([sp])(\d{1,7})$/.exec(id);
  if (found === null || Number(found[2]) < 1) return undefined;
  return { side: found[1] === "s" ? "summary" : "story", index: Number(found[2]) - 1 };
}

/** The point of the guide that an address names at its end, as #s12. */
export function addressedPoint(points: number): number | undefined {
  const place = placeOf(location.hash.slice(1));
  return place?.side === "summary" && place.index < points ? place.index : undefined;
}

export interface PagesProps {
  readonly chapter: ChapterAnswer;
  readonly sides: Sides;
  readonly active: Place | undefined;
  onActive(place: Place | undefined): void;
  /** `extend`: with Shift, where ranges can be chosen. */
  onChoose(place: Place, extend: boolean): void;
  readonly ranges?: boolean;
  /** What is shown under a paragraph, and how it is marked. */
  readonly under?: (place: Place) => ComponentChildren;
  readonly markOf?: (place: Place) => string;
  /** What comes after the last paragraph of the story. */
  readonly foot?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Guide left, story right, lines between; what belongs together lights up. A chapter without a guide is the story alone. */
export function Pages(props: PagesProps) {
  const { chapter, sides, active, onActive, onChoose, ranges = false, under, markOf, foot, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useLight(box, sides, active);
  usePointing(box, onActive, onChoose, ranges);
  const points = useMemo(
    () => paragraphsOf("summary", chapter.summary, sides.ofPoint, markOf, under),
    [chapter, sides, markOf, under],
  );
  const paragraphs = useMemo(
    () => paragraphsOf("story", chapter.story, sides.ofParagraph, markOf, under),
    [chapter, sides, markOf, under],
  );
  const isAlone = chapter.summary.length === 0;
  return (
    <div class={`pages ${isAlone ? "alone" : ""}`} ref={box}>
      {!isAlone && (
        <section class="side summary" aria-label="Study guide">
          {points}
        </section>
      )}
      {!isAlone && <Lines box={box} sides={sides} active={active} />}
      <section class="side story" aria-label="Story">
        {paragraphs}
        {foot}
      </section>
      {children}
    </div>
  );
}

/** Long texts are laid out in groups of paragraphs, as they come into view. */
const groupSize = 50;

/** Made once for a chapter and its marks: pointing and scrolling must not walk over thousands of them. */
function paragraphsOf(
  side: Place["side"],
  texts: readonly string[],
  links: readonly Alignment[],
  markOf: PagesProps["markOf"],
  under: PagesProps["under"],
): ComponentChildren {
  const other = side === "summary" ? "paragraph" : "point";
  const made = texts.map((text, index) => (
    <Paragraph
      key={idOf({ side, index })}
      {...{ side, index, text }}
      mark={markOf?.({ side, index }) ?? ""}
      linked={linkedTo(links[index], other)}
    >
      {under?.({ side, index })}
    </Paragraph>
  ));
  return Array.from({ length: Math.ceil(made.length / groupSize) }, (_, k) => (
    <ol key={k} start={k * groupSize + 1}>
      {made.slice(k * groupSize, (k + 1) * groupSize)}
    </ol>
  ));
}

/** Brings a paragraph to the middle of its side. */
export function show(place: Place, smoothly = true): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || !smoothly;
  document.getElementById(idOf(place))?.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
}

interface ParagraphProps extends Place {
  readonly text: string;
  /** What it is linked to, in words. */
  readonly linked: string;
  readonly mark: string;
  readonly children?: ComponentChildren;
}

const Paragraph = memo(function Paragraph({ side, index, text, linked, mark, children }: ParagraphProps) {
  const id = idOf({ side, index });
  const isHidden = mark === "hidden";
  return (
    <li id={id} class={`paragraph ${linked === "" ? "uncovered" : ""} ${mark}`}>
      <a class="number" href={`#${id}`} aria-label={`${partOf(side)} ${index + 1}`} tabIndex={index === 0 ? 0 : -1}>
        {index + 1}
      </a>
      <p dir="auto" aria-hidden={isHidden}>
        {withItalics(text)}
      </p>
      <span class="unseen">{isHidden ? "Hidden until you have read that far." : linked}</span>
      {children}
    </li>
  );
});

/** For a screen reader: what the eye sees as lines. */
function linkedTo(links: Alignment | undefined, other: "point" | "paragraph"): string {
  if (links === undefined || links.length === 0) return "";
  const partners = links.map((link) => (other === "point" ? link.summary : link.story)).sort((a, b) => a - b);
  return `Linked to ${numbered(other, partners)}.`;
}

/** Lights the active paragraph and its partners, by hand: thousands of paragraphs are not rendered again for it. */
function useLight(box: RefObject<HTMLElement>, { ofPoint, ofParagraph }: Sides, active: Place | undefined): void {
  useLayoutEffect(() => {
    const lit = litBy(active, ofPoint, ofParagraph).flatMap(({ place, strength }) => {
      const element = document.getElementById(idOf(place));
      if (element === null || box.current?.contains(element) !== true) return [];
      element.classList.add("lit");
      element.style.setProperty("--strength", strength.toFixed(2));
      return [element];
    });
    return () => {
      for (const element of lit) element.classList.remove("lit");
    };
  }, [active, ofPoint, ofParagraph]);
}

function litBy(active: Place | undefined, ofPoint: readonly Alignment[], ofParagraph: readonly Alignment[]) {
  if (active === undefined) return [];
  const partners = (active.side === "summary" ? ofPoint : ofParagraph)[active.index] ?? [];
  return [
    { place: active, strength: 1 },
    ...partners.map(({ summary, story, confidence }) => ({
      place:
        active.side === "summary"
          ? { side: "story" as const, index: story }
          : { side: "summary" as const, index: summary },
      strength: confidence,
    })),
  ];
}

/** Pointing and focus make a paragraph active; a click or Enter chooses it; arrow keys walk along a side. */
function usePointing(
  box: RefObject<HTMLElement>,
  onActive: PagesProps["onActive"],
  onChoose: PagesProps["onChoose"],
  ranges: boolean,
): void {
  const latest = useRef({ onActive, onChoose });
  latest.current = { onActive, onChoose };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const listening = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(name: K, react: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(name, react, { signal: listening.signal });
    on("mouseover", (event) => latest.current.onActive(placeAt(event.target)));
    on("mouseleave", () => latest.current.onActive(undefined));
    on("focusin", (event) => latest.current.onActive(placeAt(event.target)));
    on("click", (event) => {
      const place = placeAt(event.target);
      if (place === undefined || isControl(event.target) || getSelection()?.isCollapsed === false) return;
      latest.current.onChoose(place, ranges && event.shiftKey);
    });
    // Shift and a click would select the text between.
    if (ranges) on("mousedown", (event) => event.shiftKey && !isControl(event.target) && event.preventDefault());
    on("keydown", (event) => {
      const place = placeAt(event.target);
      if (place === undefined || event.altKey || event.ctrlKey || event.metaKey || isControl(event.target)) return;
      if (event.key === "Enter") latest.current.onChoose(place, false);
      else if (event.key === "ArrowDown") focus({ ...place, index: place.index + 1 });
      else if (event.key === "ArrowUp") focus({ ...place, index: place.index - 1 });
      else return;
      event.preventDefault();
    });
    return () => listening.abort();
  }, [box, ranges]);
}

/** One stop a side for the Tab key: the paragraph that had the focus last. */
function focus(place: Place): void {
  const link = document.getElementById(idOf(place))?.querySelector<HTMLElement>(".number");
  if (link === undefined || link === null) return;
  for (const other of link.closest(".side")?.querySelectorAll<HTMLElement>('.number[tabindex="0"]') ?? [])
    other.tabIndex = -1;
  link.tabIndex = 0;
  link.focus({ preventScroll: true });
  show(place);
}

function placeAt(target: EventTarget | null): Place | undefined {
  const paragraph = target instanceof Element ? target.closest("li.paragraph") : null;
  return paragraph === null ? undefined : placeOf(paragraph.id);
}

function partOf(side: Place["side"]): string {
  return side === "summary" ? "Point" : "Paragraph";
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, input, select, textarea, a:not(.number)") !== null;
}
