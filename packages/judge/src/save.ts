import { join } from "node:path";
import { answerLines, type Corpus, type Work } from "@plotline/align";
import { counted, parsedJson, signatureOf } from "@plotline/base";
import { readIfThere, runId, saveRun, writeAlignment } from "@plotline/corpus/node";
import { type AnswererScore, type Hit, scoresOf } from "@plotline/questions";
import { z } from "zod";
import type { JudgedChapter } from "./corpus.ts";
import { amount, type Price } from "./model/cost.ts";
import { judgeName } from "./model/request.ts";
import type { JudgeSession } from "./model/session.ts";
import { restrictedAmong } from "./restricted.ts";
import type { Style } from "./settings.ts";
import type { TryOut } from "./try-out.ts";

interface SavedBy {
  readonly model: string;
  readonly style: Style;
  readonly tried: TryOut | undefined;
  readonly session: JudgeSession;
  readonly works: readonly Work[];
  readonly price?: Price;
}

/** Writes a model's links as an alignment, records where texts were sent, and says where the links of others went. */
export async function saveJudged(corpus: Corpus, judged: readonly JudgedChapter[], by: SavedBy) {
  const { model, style, session, tried } = by;
  const worth = tried && { chapters: tried.chapters, own: tried.own, model: tried.model, both: tried.both };
  let aside: string | undefined;
  for (const work of new Set(judged.map((chapter) => chapter.work))) {
    const rows = judged
      .filter((chapter) => chapter.work === work)
      .map(({ number, alignment, points, refused }) => {
        const own = [...refused].map(([point, why]) => ({ point, why }));
        const about = { judge: { model, style, address: session.address?.name, tryOut: worth, own } };
        return [number, { alignment, summaryLength: points, about }] as const;
      });
    const maker = { method: judgeName(model), by: `judge ${style}`, aside };
    aside = await writeAlignment(corpus.folder, work, new Map(rows), maker);
  }
  await record(corpus, judged.length, by);
  return aside;
}

/** Records which model was asked, and whether restricted texts were sent. Nothing is recorded where nothing was sent. */
async function record(corpus: Corpus, chapters: number, by: SavedBy): Promise<void> {
  const { model, style, session, works, price } = by;
  const { address, usage } = session;
  if (usage.requests === 0 || address === undefined) return;
  const restricted = restrictedAmong(works).map(({ title }) => title);
  const signature = signatureOf({ corpus: await corpus.hash(), judge: address.name, model, style });
  const notes = [
    `Sent to ${address.name}: texts of ${counted(works.length, "work")}.`,
    ...(restricted.length === 0 ? [] : [`Restricted texts among them: ${restricted.join("; ")}.`]),
  ];
  const cost = price && { cost: amount(usage, price).toFixed(2) };
  const rows = Object.entries({ chapters, ...usage, ...cost }).map(([what, count]) => [what, String(count)]);
  const result = { address: address.name, model, works: works.map(({ title }) => title), restricted, ...usage };
  const tables = [{ title: `Asked ${model}`, header: ["", ""], rows }];
  const id = runId("judge", signature, [new Date().toISOString()]);
  await saveRun(corpus.folder, id, { kind: "judge", signature, tables, notes, result });
}

/** Points of whose answer something was not used, and why. */
const own = z.array(z.object({ point: z.int().nonnegative(), why: z.string() }));
const stored = z.looseObject({ judge: z.object({ model: z.string(), own }) });

/** How a model aligned a chapter, as stored; undefined for alignments that no model made. */
export async function madeBy(corpus: Corpus, work: Work, number: number, method: string) {
  const text = await readIfThere(corpus.folder, join("alignments", method, work.folder, `${number}.json`));
  return stored.safeParse(parsedJson(text ?? "")).data?.judge;
}

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

/** How many questions a model answers right, and how many of its answers could not be read. */
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
