import { tallyOf } from "@plotline/align";
import { inGroups, random } from "@plotline/base";
import type { Replicas } from "@plotline/nn/node";
import { choose } from "../answer/choose.ts";
import type { Examined } from "./aligning-reader.ts";
import { type AskedText, evaluated, pointingBatch } from "./batch.ts";
import type { SolveOptions } from "./solve.ts";

/** How often the reader points at the right one of ten answers, and how often a guess would. */
export async function answered(replicas: Replicas, examined: readonly Examined[], options: SolveOptions) {
  const jobs = examined.flatMap((each) =>
    inGroups(asksOf(each, options), asksAtOnce).map((asks) => ({ key: each.key, chapter: each.chapter, asks })),
  );
  const hits: { right: boolean; options: number }[] = [];
  const batchOf = ({ key, chapter: { story }, asks }: (typeof jobs)[number]) =>
    pointingBatch([{ story, texts: asks.map(({ text }) => text) }], { ...options, next: random("ask", key) });
  for await (const { job, results } of evaluated(replicas, jobs, batchOf)) {
    const probabilities = results["right"]!.data;
    let at = 0;
    for (const { id, text } of job.asks) {
      const own = Array.from(probabilities.slice(at, (at += text.questions.length)), Number);
      hits.push({ right: choose(own, id) === 0, options: own.length });
    }
  }
  return tallyOf(hits);
}

/** A cloze question as one about each of its options at the mask, the right one first. */
function asksOf({ chapter, rows }: Examined, { longestBullet }: SolveOptions) {
  return chapter.cloze
    .filter(({ kind }) => kind === "entity")
    .map(({ id, paragraph, text, mask, options }) => {
      const from = Math.max(0, mask - longestBullet + 1);
      const questions = Array.from(options, (answer) => ({ place: mask - from, answer }));
      const asked: AskedText = { text: text.subarray(from), questions, chosen: rows[paragraph] ?? [], rival: [] };
      return { id, text: asked };
    });
}

const asksAtOnce = 24;
