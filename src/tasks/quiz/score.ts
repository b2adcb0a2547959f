import type { QuizQuestion } from "./question.ts";

/** What a score needs to know of a question; `readers` says which trained readers answered it right. */
type Asked = Pick<QuizQuestion, "task" | "answer" | "rules"> & {
  readonly options: { readonly length: number };
  readonly readers?: Readonly<Record<string, boolean>>;
};

interface Tally {
  readonly right: number;
  readonly asked: number;
}

/** How many of its questions each trained reader has right, the best first. */
export function quizReaders(questions: readonly Asked[]): [name: string, tally: Tally][] {
  const tallies = new Map<string, Tally>();
  for (const { readers = {} } of questions)
    for (const [name, isRight] of Object.entries(readers)) {
      const { right, asked } = tallies.get(name) ?? { right: 0, asked: 0 };
      tallies.set(name, { right: right + (isRight ? 1 : 0), asked: asked + 1 });
    }
  return [...tallies].sort(([, a], [, b]) => b.right / b.asked - a.right / a.asked);
}

/** What chance would have right on average, and how many of its questions each baseline has. */
export function quizBaselines(questions: readonly Asked[]): {
  readonly chance: number;
  readonly rules: ReadonlyMap<string, { right: number; asked: number }>;
} {
  const rules = new Map<string, { right: number; asked: number }>();
  for (const { rules: answers, answer, task } of questions)
    for (const [rule, given] of Object.entries(answers)) {
      const key = `${task}: ${rule}`;
      const { right, asked } = rules.get(key) ?? { right: 0, asked: 0 };
      rules.set(key, { right: right + (given === answer ? 1 : 0), asked: asked + 1 });
    }
  return { chance: questions.reduce((sum, { options }) => sum + 1 / options.length, 0), rules };
}

/** The rules and opponents in words; readers trained on the corpus have names of their own. */
export const ruleNames: Readonly<Record<string, string>> = {
  "cloze: majority": "the work's most frequent name",
  "cloze: frequency": "the passage's most frequent name",
  "cloze: frequency, not named": "the passage's most frequent name that the question lacks",
  "cloze: overlap": "the name among the question's words",
  "cloze: overlap, not named": "that, of those the question lacks",
  "cloze: pointer": "the pointer, plotline's own reader",
  "completion: shortest": "the shortest continuation",
  "completion: longest": "the longest",
  "completion: first tokens": "most like the first words",
  "completion: context": "most like the passage",
  "completion: likelihood": "the likeliest words",
  "completion: scorer": "the completion scorer, plotline's own reader",
};
