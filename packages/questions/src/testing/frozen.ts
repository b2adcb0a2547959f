import { digestOf } from "@plotline/base/node";
import { hashOfWorks, type QuestionSet, questionHashes, questionSets } from "../question-sets.ts";
import type { NamedWork } from "../work.ts";

/** What a set asks about works, as `frozen` has it: both tasks, and what a training is asked. */
export function frozenHash(set: QuestionSet, works: readonly NamedWork[]): string {
  const { cloze, completion } = hashesOf(set, works, false);
  return digestOf([cloze, completion, hashesOf(set, works, true).cloze], 12);
}

/** One hash for each task. */
export function hashesOf(set: QuestionSet, works: readonly NamedWork[], training: boolean) {
  const made = works.map((work) => ({ title: work.title, ...questionHashes(questionSets[set](work, training)) }));
  const hashOf = (task: "cloze" | "completion") => hashOfWorks(made.map((each) => ({ ...each, hash: each[task] })));
  return { cloze: hashOf("cloze"), completion: hashOf("completion") };
}
