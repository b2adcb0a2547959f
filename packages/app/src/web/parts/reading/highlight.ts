import type { TextHit } from "@plotline/text";
import { useEffect } from "preact/hooks";

/** Marks parts of the texts on the page, without changing them. Browsers that cannot do so mark nothing. */
export function useHighlight(ranges: () => Range[], about: readonly unknown[]): void {
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    CSS.highlights.set("carries", new Highlight(...ranges()));
    return () => void CSS.highlights.delete("carries");
  }, about);
}

/** Stretches of an element's text: they may reach over italics, which are elements of their own. */
export function rangesIn(element: Element, stretches: readonly TextHit[]): Range[] {
  return stretches.flatMap(({ from, to }) => {
    const [start, end] = [pointAt(element, from, false), pointAt(element, to, true)];
    if (start === undefined || end === undefined) return [];
    const range = new Range();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    return [range];
  });
}

/** The text node that holds a place of the element's text; `isEnd`: the end of a node rather than the start of the next. */
function pointAt(element: Element, place: number, isEnd: boolean): { node: Node; offset: number } | undefined {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (isEnd ? place <= passed + length : place < passed + length) return { node, offset: place - passed };
    passed += length;
  }
  return undefined;
}
