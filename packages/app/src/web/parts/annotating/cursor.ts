import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { useEvent } from "../controls/events.ts";
import { addressedPoint, type Place, show } from "../reading/pages.tsx";

/** The annotator's cursor: the point at hand, the paragraphs chosen for it, and whether a note is being written. */
export interface Cursor {
  readonly point: number;
  readonly from: number;
  readonly to: number;
  readonly isNoting: boolean;
  /** Whether several paragraphs can be chosen. */
  readonly ranges: boolean;
  /** What the keys for moving do. */
  readonly moves: {
    pointDown(): void;
    pointUp(): void;
    paragraphDown(extend: boolean): void;
    paragraphUp(extend: boolean): void;
    note(): void;
  };
  toPoint(index: number): void;
  /** To a point, and to the paragraph that belongs to it. */
  goTo(index: number): void;
  toParagraph(index: number, extend?: boolean): void;
  endNote(): void;
}

interface CursorOptions {
  /** The point to open at, where the address names none. */
  opensAt(): number;
  /** The paragraph to open at. */
  startsAt(point: number): number;
  /** The paragraph to look at for a point; undefined to stay. */
  paragraphOf(point: number): number | undefined;
  /** Whether several paragraphs can be chosen. */
  readonly ranges?: boolean;
}

export function useCursor({ summary, story }: ChapterAnswer, options: CursorOptions): Cursor {
  const { opensAt, startsAt, paragraphOf, ranges = false } = options;
  const [point, setPoint] = useState(() => addressedPoint(summary.length) ?? opensAt());
  const [range, setRange] = useState(() => only(startsAt(point)));
  const [isNoting, setNoting] = useState(false);
  const [from, to] = [Math.min(range.anchor, range.head), Math.max(range.anchor, range.head)];
  useEffect(() => show({ side: "summary", index: point }), [point]);
  useEffect(() => show({ side: "story", index: range.head }), [range]);
  useEvent("hashchange", () => setPoint((before) => addressedPoint(summary.length) ?? before));
  // Before the next key: a note begun at once after a step must not be closed by it.
  useLayoutEffect(() => setNoting(false), [point]);
  const toPoint = (index: number) => setPoint(within(index, summary.length));
  const toParagraph = (index: number, extend = false) => {
    const head = within(index, story.length);
    setRange((before) => (extend && ranges ? { ...before, head } : only(head)));
  };
  const goTo = (index: number) => {
    toPoint(index);
    const paragraph = paragraphOf(within(index, summary.length));
    if (paragraph !== undefined) toParagraph(paragraph);
  };
  const moves = {
    pointDown: () => goTo(point + 1),
    pointUp: () => goTo(point - 1),
    paragraphDown: (extend: boolean) => toParagraph(to + 1, extend),
    paragraphUp: (extend: boolean) => toParagraph(from - 1, extend),
    note: () => setNoting(true),
  };
  return { point, from, to, isNoting, ranges, moves, toPoint, goTo, toParagraph, endNote: () => setNoting(false) };
}

function only(paragraph: number): { readonly anchor: number; readonly head: number } {
  return { anchor: paragraph, head: paragraph };
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Whether a place is among the paragraphs chosen. */
export function isChosen({ from, to }: Cursor, { side, index }: Place): boolean {
  return side === "story" && index >= from && index <= to;
}
