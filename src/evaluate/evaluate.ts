import type { Method, MethodOptions } from "../align/method.ts";
import { findMethod } from "../align/registry.ts";
import { sharedScores } from "../align/scores.ts";
import { corpusView, withoutGold } from "../align/view.ts";
import { memoryCorpus } from "../corpus/memory.ts";
import type { Alignment, Chapter } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { type ChapterScores, type MethodResult, results, scoreLinks } from "./evaluation.ts";

/**
 * How well methods find the gold links of chapters: mean precision, recall and F for each, with the 95 % interval of F over
 * chapters. Methods are given by name or made by you; they never see the gold. Chapters without gold serve as a corpus
 * only.
 *
 * @example
 * const summary = ["The miser counts his gold.", "A storm wrecks the ship."];
 * const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
 * const gold = [0, 1].map((k) => ({ summary: k, story: k, confidence: 1 }));
 * const [result] = await evaluate([{ work: "Tales", number: 0, summary, story, gold }], ["plotline"]);
 * [result.method, result.f, result.interval]; // → ["plotline", 1, [1, 1]]
 */
export async function evaluate(
  chapters: readonly Chapter[],
  methods: readonly (Method | string)[],
  options: MethodOptions = {},
): Promise<MethodResult[]> {
  const chosen = methods.map((method) => (typeof method === "string" ? findMethod(method) : method));
  const judged = chapters.flatMap((chapter) => (chapter.gold === undefined ? [] : [{ chapter, gold: chapter.gold }]));
  if (judged.length === 0) throw new Problem("No chapter has gold links, so there is nothing to evaluate methods on.");
  const shared = { scores: sharedScores(), corpus: corpusView(memoryCorpus(chapters)), ...options };
  const aligners = await Promise.all(chosen.map((method) => method.prepare(shared)));
  const scored: ChapterScores[] = [];
  for (const { chapter, gold } of judged) {
    const alignments: Alignment[] = [];
    for (const align of aligners) alignments.push(await align(withoutGold(chapter)));
    const { work, number } = chapter;
    scored.push({ work, number, methods: alignments.map((links) => scoreLinks(links, gold)) });
  }
  const names = chosen.map(({ name }) => name);
  return results(names, scored, options.seed === undefined ? {} : { seed: options.seed });
}
