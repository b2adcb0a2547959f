import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { useEvent } from "../controls/events.ts";
import { addressedBullet, type Place, show } from "../reading/pages.tsx";

/** The annotator's cursor: the point at hand, the paragraphs chosen for it, and whether a note is being written. */
export interface Cursor {
  readonly bullet: number;
  readonly from: number;
  readonly to: number;
  readonly isNoting: boolean;
  /** Whether several paragraphs can be chosen. */
  readonly ranges: boolean;
  /** What the keys for moving do. */
  readonly moves: {
    bulletDown(): void;
    bulletUp(): void;
    paragraphDown(extend: boolean): void;
    paragraphUp(extend: boolean): void;
    note(): void;
  };
  toBullet(index: number): void;
  /** To a point, and to the paragraph that belongs to it. */
  goTo(index: number): void;
  toParagraph(index: number, extend?: boolean): void;
  endNote(): void;
}

interface CursorOptions {
  /** The point to open at, where the address names none. */
  opensAt(): number;
  /** The paragraph to open at. */
  startsAt(bullet: number): number;
  /** The paragraph to look at for a point; undefined to stay. */
  paragraphOf(bullet: number): number | undefined;
  /** Whether several paragraphs can be chosen. */
  readonly ranges?: boolean;
}

export function useCursor({ summary, story }: ChapterAnswer, options: CursorOptions): Cursor {
  const { opensAt, startsAt, paragraphOf, ranges = false } = options;
  const [bullet, setBullet] = useState(() => addressedBullet(summary.length) ?? opensAt());
  const [range, setRange] = useState(() => only(startsAt(bullet)));
  const [isNoting, setNoting] = useState(false);
  const [from, to] = [Math.min(range.anchor, range.head), Math.max(range.anchor, range.head)];
  useEffect(() => show({ side: "summary", index: bullet }), [bullet]);
  useEffect(() => show({ side: "story", index: range.head }), [range]);
  useEvent("hashchange", () => setBullet((before) => addressedBullet(summary.length) ?? before));
  // Before the next key: a note begun at once after a step must not be closed by it.
  useLayoutEffect(() => setNoting(false), [bullet]);
  const toBullet = (index: number) => setBullet(within(index, summary.length));
  const toParagraph = (index: number, extend = false) => {
    const head = within(index, story.length);
    setRange((before) => (extend && ranges ? { ...before, head } : only(head)));
  };
  const goTo = (index: number) => {
    toBullet(index);
    const paragraph = paragraphOf(within(index, summary.length));
    if (paragraph !== undefined) toParagraph(paragraph);
  };
  const moves = {
    bulletDown: () => goTo(bullet + 1),
    bulletUp: () => goTo(bullet - 1),
    paragraphDown: (extend: boolean) => toParagraph(to + 1, extend),
    paragraphUp: (extend: boolean) => toParagraph(from - 1, extend),
    note: () => setNoting(true),
  };
  return { bullet, from, to, isNoting, ranges, moves, toBullet, goTo, toParagraph, endNote: () => setNoting(false) };
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
