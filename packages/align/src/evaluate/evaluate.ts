import { Problem } from "@plotline/base";
import { memoryCorpus } from "../chapter/memory.ts";
import { corpusView, type Method, type MethodOptions, withoutGold } from "../method.ts";
import { findMethod } from "../registry.ts";
import { sharedScores } from "../scores.ts";
import {
  type ChapterScores,
  type ChapterWithGold,
  type MethodResult,
  results,
  scoreChapter,
  scoredMethod,
} from "./evaluation.ts";

/**
 * How well methods find the gold links of chapters: mean precision, recall and F for each, with the 95 % interval of F over
 * chapters. Methods are given by name or made by you; they never see the gold. Chapters without gold serve as a corpus
 * only.
 *
 * @example
 * const summary = ["The miser counts his gold.", "A storm wrecks the ship."];
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const gold = [0, 1].map((k) => ({ summary: k, story: k }));
 * const [result] = await evaluate([{ work: "Tales", number: 0, summary, story, gold }], ["plotline"]);
 * [result.method, result.f, result.interval]; // → ["plotline", 1, [1, 1]]
 */
export async function evaluate(
  chapters: readonly ChapterWithGold[],
  methods: readonly (Method | string)[],
  options: MethodOptions = {},
): Promise<MethodResult[]> {
  const chosen = methods.map((method) => (typeof method === "string" ? findMethod(method) : method));
  if (chapters.every(({ gold }) => gold === undefined))
    throw new Problem("No chapter has gold links, so there is nothing to evaluate methods on.");
  const corpus = corpusView(memoryCorpus(chapters.map(withoutGold)));
  const shared = { scores: sharedScores(), ...options };
  const aligners = await Promise.all(chosen.map((method) => scoredMethod(method, corpus, shared)));
  const scored: ChapterScores[] = [];
  for (const chapter of chapters) {
    const scores = await scoreChapter(chapter, aligners);
    if (scores !== undefined) scored.push(scores);
  }
  return results(chosen, scored, options);
}
