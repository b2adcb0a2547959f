import { choose } from "../tasks/choose.ts";
import { visibleForCompletion } from "../tasks/contexts.ts";
import { completionDefaults } from "../tasks/options.ts";
import type { Opponents } from "../tasks/quiz/question.ts";
import { CompletionScorer } from "./completion/scorer.ts";
import { openWork } from "./pointer/pointer.ts";
import { shippedPointer } from "./pointer/shipped.ts";

/** The readers that ship, as opponents in a quiz. */
export async function shippedOpponents(): Promise<Opponents> {
  const pointer = await shippedPointer();
  const scorer = new CompletionScorer();
  return {
    cloze: {
      name: "pointer",
      read(work) {
        const open = openWork(pointer, work);
        return ({ question, chapter, questions, set }) =>
          choose(open(chapter, questions, "paper")(question, set), question.id, "pointer");
      },
    },
    completion: {
      name: "scorer",
      read(work) {
        const opened = scorer.work(work.chapters.map(({ chapter }) => chapter));
        return ({ question, chapter: { chapter }, alignment, context }) => {
          const contexts = chapter.summary.map((_, k) => (k === question.paragraph ? context : []));
          const prefixes = visibleForCompletion(chapter, completionDefaults.given);
          const shown = { protocol: "paper", alignment, contexts, prefixes } as const;
          return choose(opened.scores([question], chapter, shown)[0] ?? [], question.id, "completion scorer");
        };
      },
    },
  };
}
