import { answerLines, type Corpus, type Work } from "@plotline/align";
import { signatureOf } from "@plotline/base";
import { runId, saveRun } from "@plotline/corpus/node";
import { type AnswererScore, type Hit, scoresOf } from "@plotline/questions";
import { judgeName } from "./model/request.ts";
import { restrictedAmong } from "./restricted.ts";

interface AskedModel {
  readonly model: string;
  /** Where the contexts of its questions came from. */
  readonly alignment: string;
  readonly address: string | undefined;
}

/** Scores a model's answers, and saves them as a reader's are: it gets a row in tables. */
export async function saveAnswers(
  corpus: Corpus,
  works: readonly Work[],
  hits: readonly Hit[],
  { model, alignment, address }: AskedModel,
): Promise<AnswererScore[]> {
  const scores = scoresOf(hits);
  const about = { corpus: await corpus.hash(), model, contexts: alignment };
  const restricted = restrictedAmong(works).map(({ title }) => title);
  for (const score of scores) {
    const { task, protocol, right: accuracy, interval, chance, questions } = score;
    const isOwn = (each: Hit) => each.task === task && each.protocol === protocol;
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
