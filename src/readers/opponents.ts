import { choose } from "../tasks/choose.ts";
import { visibleForCompletion } from "../tasks/contexts.ts";
import { completionDefaults } from "../tasks/options.ts";
import type { Opponents } from "../tasks/quiz/question.ts";
import { ReadItems } from "./completion/reading/chapter.ts";
import type { ContinuationReader } from "./completion/reading/reader.ts";
import { CompletionScorer } from "./completion/scorer.ts";
import { ReadQuestions } from "./pointer/encoder/read-questions.ts";
import type { ClozeReader } from "./pointer/encoder/reader.ts";
import { openWork } from "./pointer/pointer.ts";
import { shippedPointer } from "./pointer/shipped.ts";

/** An encoder that was trained to answer both kinds of questions. */
export interface PassageReader {
  readonly cloze: ClozeReader;
  readonly completion: ContinuationReader;
}

const protocol = "paper";

/** The readers that ship, as opponents in a quiz; with an encoder that reads, if one is given. */
export async function shippedOpponents(reader?: PassageReader): Promise<Opponents> {
  return { cloze: await pointerOpponent(reader?.cloze), completion: scorerOpponent(reader?.completion) };
}

async function pointerOpponent(reader: ClozeReader | undefined): Promise<Opponents["cloze"]> {
  const pointer = await shippedPointer();
  return {
    name: reader === undefined ? "pointer" : `pointer with ${reader.name}`,
    read(work) {
      const open = openWork(pointer, work);
      const reading = reader && new ReadQuestions(reader, work);
      return async ({ question, chapter, questions, set }) => {
        const own = open(chapter, questions, protocol);
        const asked = { protocol, pointer: own, asked: [question] } as const;
        const answer = (await reading?.blended(chapter, questions, asked)) ?? own;
        return choose(answer(question, set), question.id, "pointer");
      };
    },
  };
}

function scorerOpponent(reader: ContinuationReader | undefined): Opponents["completion"] {
  const ships = new CompletionScorer();
  return {
    name: reader === undefined ? "scorer" : `scorer with ${reader.name}`,
    read(work) {
      const scorer = ships.work(work.chapters.map(({ chapter }) => chapter));
      const reading = reader && new ReadItems(reader);
      return async ({ question, chapter: { chapter }, alignment, context }) => {
        const contexts = chapter.summary.map((_, k) => (k === question.paragraph ? context : []));
        const prefixes = visibleForCompletion(chapter, completionDefaults.given);
        const scores = scorer.scores([question], chapter, { protocol, alignment, contexts, prefixes });
        const blended = (await reading?.blended([question], chapter, { scorer, scores, protocol })) ?? scores;
        return choose(blended[0] ?? [], question.id, "completion scorer");
      };
    },
  };
}
