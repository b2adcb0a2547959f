import type { Proposal } from "../../packages/books/src/chapters/divisions.ts";
import { chaptersAt, type KnownBook } from "./truth.ts";

/** Which pieces of a proposal are chapters, and how much its series is like the chapters. */
export function labelled(known: KnownBook, { pieces: own, rows }: Proposal) {
  const found = own.map(({ at }) => chaptersAt(known, [at])[0]!);
  const right = found.map((chapter, k) => {
    if (chapter < 0) return false;
    const same = found.flatMap((other, at) => (other === chapter ? [at] : []));
    return k === (same.find((at) => own[at]!.inSeries) ?? same.at(-1));
  });
  const inSeries = own.filter((piece) => piece.inSeries).length;
  const both = own.filter((piece, k) => piece.inSeries && right[k]).length;
  const isAsked = (k: number) => found[k] !== -2 && !(own[k]!.place === "inside" && own[k]!.inSeries && k % 2 === 1);
  return {
    likeness: (2 * both) / (inSeries + known.chapters.length),
    examples: rows.flatMap((row, k) => (isAsked(k) ? [{ features: Object.values(row), right: right[k]! }] : [])),
  };
}
