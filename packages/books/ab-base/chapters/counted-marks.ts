import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import { sectionLimits, structureLimits } from "./limits.ts";
import type { Mark, Surroundings } from "./runs.ts";

const limits = {
  /** With this many chapters above it, a last heading that uses another word is not a chapter (Camilla). */
  leastBeforeStray: 8,
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

/** Without `The Third Part of his Office`, where another third part has its chapters just below. */
export function withoutStrayParts(marks: readonly Mark[], around: Surroundings): Mark[] {
  const isHolding = ({ block }: Mark) => {
    const next = marks.find((mark) => mark.block > block && mark.heading.class === "leaf");
    return next !== undefined && around.between(block, next.block) < sectionLimits.leastBeforeChapter;
  };
  const key = ({ heading }: Mark) => `${heading.word} ${heading.number}`;
  const parts = marks.filter(({ heading }) => heading.class === "division" && heading.parent === undefined);
  const held = new Set(parts.filter(isHolding).map(key));
  // More parts than chapters are sections, which withoutSections leaves out.
  const leaves = marks.filter(({ heading }) => heading.class === "leaf");
  const among = (mark: Mark) => parts.length <= leaves.length && isAmong(mark, parts, leaves);
  const stray = new Set(parts.filter((mark) => !isHolding(mark) && (held.has(key(mark)) || among(mark))));
  return marks.filter((mark) => !stray.has(mark));
}

/** Another part of the same word, and the next chapter is just the next: both are sections of the chapter before. */
function isAmong({ block, heading }: Mark, parts: readonly Mark[], leaves: readonly Mark[]): boolean {
  const before = leaves.findLast((mark) => mark.block < block);
  const after = leaves.find((mark) => mark.block > block);
  if (before === undefined || after?.heading.number !== (before.heading.number ?? 0) + 1) return false;
  return parts.some(
    (other) =>
      other.block !== block &&
      other.heading.word === heading.word &&
      other.block > before.block &&
      other.block < after.block,
  );
}

/** Without `SECTION 5.1` between chapter 5 and chapter 6: what another word counts there is no chapter. */
export function withoutSectionWords(leaves: readonly Mark[]): readonly Mark[] {
  const chapters = leaves.filter(({ heading }) => certain.has(heading.word));
  if (chapters.length < structureLimits.leastNamedChapters) return leaves;
  return leaves.filter(({ block, heading }) => {
    if (certain.has(heading.word)) return true;
    const after = chapters.findIndex((mark) => mark.block > block);
    if (after <= 0) return true;
    const [before, next] = [chapters[after - 1]!.heading, chapters[after]!.heading];
    return next.word !== before.word || next.number !== (before.number ?? 0) + 1;
  });
}

/** Without one `SECTION I` below fourteen chapters: an advertisement, or a licence. */
export function withoutStrayWord(leaves: readonly Mark[]): readonly Mark[] {
  const [last, before] = [leaves.at(-1), leaves.at(-2)];
  if (last === undefined || before === undefined || leaves.length < limits.leastBeforeStray) return leaves;
  const isStray = last.heading.word !== before.heading.word && last.heading.word !== "" && last.heading.number === 1;
  const isOther = !leaves.slice(0, -1).some(({ heading }) => heading.word === last.heading.word);
  return isStray && isOther ? leaves.slice(0, -1) : leaves;
}

export const certain = new Set(["chapter", "stave", "canto", "adventure"]);
