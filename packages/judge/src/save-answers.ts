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
  /** Whether all questions were asked: a part of them is no row of a table, and not saved. */
  readonly isWhole: boolean;
  /** How many answers could not be read, by task and protocol: they are in no score. */
  unreadable(of: Pick<Hit, "task" | "protocol">): number;
}

export type ModelScore = AnswererScore & { readonly unreadable: number };

/** Scores a model's answers, and saves them as a reader's are: it gets a row in tables. */
export async function saveAnswers(
  corpus: Corpus,
  works: readonly Work[],
  hits: readonly Hit[],
  { model, alignment, address, isWhole, unreadable }: AskedModel,
): Promise<ModelScore[]> {
  const scores = scoresOf(hits).map((score) => ({ ...score, unreadable: unreadable(score) }));
  const about = { corpus: await corpus.hash(), model, contexts: alignment };
  const restricted = restrictedAmong(works).map(({ title }) => title);
  for (const score of isWhole ? scores : []) {
    const { answerer: _, byWork: __, right: accuracy, ...figures } = score;
    const { task, protocol } = figures;
    const isOwn = (each: Hit) => each.task === task && each.protocol === protocol;
    const signature = signatureOf({ ...about, task, protocol });
    const result = {
      ...figures,
      alignment: judgeName(model),
      seed: 1,
      accuracy,
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
