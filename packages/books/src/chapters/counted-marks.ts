import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import type { Mark } from "./runs.ts";

const limits = {
  /** Words such as "day" hold chapters where this share of them is followed by chapter 1 of another word. */
  holding: 0.6,
} as const;

export function marksOutside(headings: Headings, { lists }: Contents): Mark[] {
  const marks: Mark[] = [];
  let list = 0;
  for (const [block, heading] of headings) {
    while (list < lists.length && block >= lists[list]!.to) list++;
    if (list >= lists.length || block < lists[list]!.from) marks.push({ block, heading });
  }
  return marks;
}

/** The list names it, or the title just below its number. */
export function isAimed(block: number, { title }: Heading, aims: Aims | undefined): boolean {
  return aims === undefined || aims.has(block) || (title === "" && aims.has(block + 1));
}

/** Days that hold stories, cantos that hold tales: the chapters are what is counted from 1 below each of them. */
export function withHoldingWords(marks: readonly Mark[]): Mark[] {
  const leaves = marks.filter(({ heading }) => heading.class === "leaf");
  const words = new Set(leaves.map(({ heading }) => heading.word));
  const holding = [...words].filter((word) => {
    const own = leaves.filter(({ heading }) => heading.word === word);
    const held = leaves.filter(({ block, heading }, k) => {
      const next = leaves[k + 1];
      return (
        heading.word === word &&
        next !== undefined &&
        next.heading.word !== word &&
        next.heading.number === 1 &&
        next.block > block
      );
    });
    const others = leaves.length - own.length;
    return (
      !certain.has(word) &&
      word !== "letter" &&
      own.length >= 2 &&
      others > own.length &&
      held.length >= limits.holding * new Set(own.map(({ heading }) => heading.number)).size
    );
  });
  if (holding.length !== 1) return [...marks];
  return marks.map((mark) =>
    mark.heading.word === holding[0] ? { ...mark, heading: { ...mark.heading, class: "division" } } : mark,
  );
}

export const certain = new Set(["chapter", "stave", "canto", "adventure"]);
