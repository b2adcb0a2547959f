import { type AnsweredScore, answerLines, type Corpus, scoresBy, type Work } from "@plotline/align";
import { signatureOf } from "@plotline/base";
import { runId, saveRun } from "@plotline/corpus/node";
import { judgeName } from "./model/request.ts";
import type { ModelHit } from "./reader.ts";
import { restrictedAmong } from "./restricted.ts";

interface AskedModel {
  readonly model: string;
  /** Where the contexts of its questions came from. */
  readonly alignment: string;
  readonly address: string | undefined;
}

export type AnswerScore = AnsweredScore & Pick<ModelHit, "task" | "protocol">;

/** Scores a model's answers, and saves them as a reader's are: it gets a row in tables. */
export async function saveAnswers(
  corpus: Corpus,
  works: readonly Work[],
  hits: readonly ModelHit[],
  { model, alignment, address }: AskedModel,
): Promise<AnswerScore[]> {
  const scores = scoresBy(hits, ["task", "protocol"]);
  const about = { corpus: await corpus.hash(), model, contexts: alignment };
  const restricted = restrictedAmong(works).map(({ title }) => title);
  for (const score of scores) {
    const { task, protocol, right: accuracy, interval, chance, questions } = score;
    const isOwn = (each: Pick<ModelHit, "task" | "protocol">) => each.task === task && each.protocol === protocol;
    const signature = signatureOf({ ...about, task, protocol });
    const result = {
      task,
      alignment: judgeName(model),
      protocol,
      seed: 1,
      accuracy,
      interval,
      chance,
      questions,
      works: score.works,
      right: answerLines(hits.filter(isOwn)),
      sentTo: address,
      restricted: address === undefined ? undefined : restricted,
      signature,
    };
    const run = { kind: `judge ${task}`, signature, tables: [], result };
    await saveRun(corpus.folder, runId("judge", signature, []), run);
  }
  return scores;
}
