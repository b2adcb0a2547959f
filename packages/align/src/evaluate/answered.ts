import { groupedBy, random, sumOf } from "@plotline/base";
import { bootstrapInterval, type Interval } from "./bootstrap.ts";

/** One answer: to a question about which work, whether it was right, and of how many options. */
export interface Answered {
  readonly work: string;
  readonly right: boolean;
  readonly options: number;
}

/** How many of some questions were answered right. */
export interface AnsweredScore {
  readonly questions: number;
  readonly right: number;
  readonly chance: number;
  /** 95 %, by drawing questions again, and by drawing works again with all their questions. */
  readonly interval: Interval;
  readonly byWork: Interval;
  readonly works: readonly { readonly work: string; readonly questions: number; readonly right: number }[];
}

/** How many questions there are, the share that was answered right, and the share that a guess would have. */
export function tallyOf(hits: readonly Pick<Answered, "right" | "options">[]) {
  const questions = hits.length;
  const share = (sum: number) => sum / Math.max(1, questions);
  return {
    questions,
    right: share(hits.filter(({ right }) => right).length),
    chance: share(sumOf(hits, ({ options }) => 1 / Math.max(1, options))),
  };
}

/** The score of some answers, over all and by work. */
export function scoreOfAnswers(hits: readonly Answered[]): AnsweredScore {
  const works = worksOf(hits);
  return {
    ...tallyOf(hits),
    interval: bootstrapInterval(hits.map(({ right }) => Number(right))),
    byWork: worksInterval(works),
    works,
  };
}

/** The share of each work, in the order in which they first come. */
function worksOf(hits: readonly Answered[]): AnsweredScore["works"] {
  return [...groupedBy(hits, ({ work }) => work)].map(([work, own]) => {
    const { questions, right } = tallyOf(own);
    return { work, questions, right };
  });
}

/** The same for each kind of question, by these fields of a hit, in the order in which they first come. */
export function scoresBy<Hit extends Answered, Field extends keyof Hit>(
  hits: readonly Hit[],
  fields: readonly Field[],
): (Pick<Hit, Field> & AnsweredScore)[] {
  const groups = groupedBy(hits, (hit) => fields.map((field) => hit[field]).join("\n"));
  return [...groups.values()].map((own) => {
    const kind = Object.fromEntries(fields.map((field) => [field, own[0]![field]])) as Pick<Hit, Field>;
    return { ...kind, ...scoreOfAnswers(own) };
  });
}

/** The answers of each work in their order: 1 where it was right, 0 where it was wrong. */
export function answerLines(hits: Iterable<Pick<Answered, "work" | "right">>): Record<string, string> {
  const lines: Record<string, string> = {};
  for (const { work, right } of hits) lines[work] = (lines[work] ?? "") + Number(right);
  return lines;
}

/** Questions of one work are alike, so whole works are drawn. */
export function worksInterval(works: AnsweredScore["works"], rounds = 2000): Interval {
  const next = random("works");
  const means = Float64Array.from({ length: rounds }, () => {
    let [right, questions] = [0, 0];
    for (let k = 0; k < works.length; k++) {
      const work = works[Math.floor(next() * works.length)]!;
      right += work.right * work.questions;
      questions += work.questions;
    }
    return right / questions;
  }).sort();
  return [means[Math.floor(0.025 * rounds)]!, means[Math.floor(0.975 * rounds)]!];
}
