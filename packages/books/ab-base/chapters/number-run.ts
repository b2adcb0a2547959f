import type { Heading } from "./heading-forms.ts";
import { bestRun, type Mark, type Run, type Surroundings } from "./runs.ts";

const limits = {
  /** The least score of a run of parts, and of numerals: a lone `Part One` or `II` is no division. */
  leastPartScore: 1,
  leastNumberScore: 2,
  /** Page numbers set as lines of their own: many, with gaps, a page of text or two between them. */
  leastPages: 40,
  missingPages: 0.1,
  longestPage: 3000,
  /** A run of numerals is no count of chapters where this share of its steps goes back or leaves numbers out. */
  irregular: 0.25,
  /** Fewer numerals above sentences (`II. You are rich.`) are points of a list. */
  leastSentences: 4,
  /** What a new start without a part's heading adds to that. */
  restart: 0.25,
  /** What a numeral of another form (2 after I) adds. */
  otherStyle: 0.5,
} as const;

/** Books, parts and acts, each word numbered for itself. */
export function divisionRuns(marks: readonly Mark[], around: Surroundings): Mark[] {
  const words = new Map<string, Mark[]>();
  for (const mark of marks) {
    if (mark.heading.class !== "division" && mark.heading.class !== "act") continue;
    const group = words.get(mark.heading.word) ?? [];
    group.push(mark);
    words.set(mark.heading.word, group);
  }
  const runs = [...words.values()]
    .map((group) => bestRun(group, around))
    .filter(({ score }) => score >= limits.leastPartScore);
  return runs.flatMap((run) => run.marks).sort((a, b) => a.block - b.block);
}

/** Numerals alone, numerals with titles, or both together: whichever numbers the book best. */
export function numberRun(runOf: (chosen: (heading: Heading) => boolean) => Run, around: Surroundings): Run {
  const isNumber = ({ class: kind, style }: Heading) => kind === "number" && style !== "letter";
  const runs = [
    runOf((heading) => isNumber(heading) && heading.title === ""),
    runOf((heading) => isNumber(heading) && heading.title !== ""),
    runOf((heading) => isNumber(heading) && heading.style === "arabic"),
    runOf((heading) => isNumber(heading) && heading.style === "roman"),
    runOf((heading) => heading.class === "number" && heading.style === "letter"),
  ];
  const paged = runs.some((run) => arePages(run.marks, around));
  const sound = paged ? runs.filter(({ marks }) => marks[0]?.heading.style !== "arabic") : runs;
  const worth = (run: Run) => run.score / (1 + irregularities(run.marks, around));
  const best = sound.reduce((a, b) => (worth(b) > worth(a) ? b : a), noRun);
  const areSentences =
    best.marks.length < limits.leastSentences &&
    best.marks.every((mark) => /\p{Ll}\.$/u.test(mark.heading.title) && !around.isPromised(mark));
  const listLike = areSentences || irregularities(best.marks, around) > limits.irregular * best.marks.length;
  return best.marks.length >= 2 && best.score >= limits.leastNumberScore && !listLike ? best : noRun;
}

/** Steps that leave numbers out or go back; a new start counts a little where no part begins. */
function irregularities(marks: readonly Mark[], around: Surroundings): number {
  let sum = 0;
  marks.forEach(({ block, heading }, k) => {
    const before = marks[k - 1];
    if (before === undefined) return;
    if (before.heading.style !== heading.style) sum += limits.otherStyle;
    if (heading.number === (before.heading.number ?? 0) + 1) return;
    const divided = around.dividedBetween(before.block, block);
    if (heading.number === 1) sum += divided ? 0 : limits.restart;
    else if (heading.number !== Number.POSITIVE_INFINITY) sum++;
  });
  return sum;
}

const noRun: Run = { marks: [], score: 0 };

/** Many numbers, some missing, a page of text or two between them: they number the pages. */
function arePages(marks: readonly Mark[], around: Surroundings): boolean {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || marks.length < limits.leastPages || first.heading.style !== "arabic")
    return false;
  const missing = (last.heading.number ?? 0) - (first.heading.number ?? 0) + 1 - marks.length;
  return (
    missing > marks.length * limits.missingPages &&
    around.between(first.block, last.block) < marks.length * limits.longestPage
  );
}
