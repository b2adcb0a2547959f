import type { Heading } from "./heading-forms.ts";
import { structureLimits } from "./limits.ts";
import { bestRun, type Mark, type Run, type Surroundings } from "./runs.ts";

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
    .filter(({ score }) => score >= structureLimits.leastPartScore);
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
    best.marks.length < structureLimits.leastSentences &&
    best.marks.every((mark) => /\p{Ll}\.$/u.test(mark.heading.title) && !around.isPromised(mark));
  const listLike = areSentences || irregularities(best.marks, around) > structureLimits.irregular * best.marks.length;
  return best.marks.length >= 2 && best.score >= structureLimits.leastNumberScore && !listLike ? best : noRun;
}

/** Steps that leave numbers out or go back; a new start counts a little where no part begins. */
function irregularities(marks: readonly Mark[], around: Surroundings): number {
  let sum = 0;
  marks.forEach(({ block, heading }, k) => {
    const before = marks[k - 1];
    if (before === undefined) return;
    if (before.heading.style !== heading.style) sum += structureLimits.otherStyle;
    if (heading.number === (before.heading.number ?? 0) + 1) return;
    const divided = around.dividedBetween(before.block, block);
    if (heading.number === 1) sum += divided ? 0 : structureLimits.restart;
    else if (heading.number !== Number.POSITIVE_INFINITY) sum++;
  });
  return sum;
}

const noRun: Run = { marks: [], score: 0 };

/** Many numbers, some missing, a page of text or two between them: they number the pages. */
function arePages(marks: readonly Mark[], around: Surroundings): boolean {
  const [first, last] = [marks[0], marks.at(-1)];
  if (
    first === undefined ||
    last === undefined ||
    marks.length < structureLimits.leastPages ||
    first.heading.style !== "arabic"
  )
    return false;
  const missing = (last.heading.number ?? 0) - (first.heading.number ?? 0) + 1 - marks.length;
  return (
    missing > marks.length * structureLimits.missingPages &&
    around.between(first.block, last.block) < marks.length * structureLimits.longestPage
  );
}
