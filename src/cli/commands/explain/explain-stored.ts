import type { Explanation } from "../../../align/method.ts";
import { defaultMethod } from "../../../align/registry.ts";
import { corpusView, withoutGold } from "../../../align/view.ts";
import { storedAlignment, storedMethods } from "../../../corpus/alignments/alignments.ts";
import { findWork } from "../../../corpus/open.ts";
import type { Chapter, Corpus } from "../../../corpus/types.ts";
import { madeBy } from "../../../judge/save.ts";
import { Problem } from "../../../problem.ts";
import { prepareMethods } from "../../../runs/methods/methods.ts";
import { storedAmong } from "../../../runs/methods/named.ts";
import { type ChosenMethod, methodChoice } from "../../options/method.ts";

export interface Explained {
  readonly method: string;
  readonly linked: readonly number[];
  readonly reasons: readonly Explanation[];
  readonly note?: string;
}

interface Wanted extends ChosenMethod {
  readonly point: number;
  readonly paragraph?: number;
}

/**
 * Links that are stored in the corpus, such as a language model's with its quotes, next to what plotline's own method
 * sees in them; undefined where the name is that of a method, which can explain itself.
 */
export async function explainStored(corpus: Corpus, chapter: Chapter, options: Wanted): Promise<Explained | undefined> {
  const { method, point: bullet, paragraph } = options;
  if (storedAmong([method], await storedMethods(corpus), options.encoder !== undefined).length === 0) return undefined;
  const work = findWork(corpus, chapter.work);
  const stored = await storedAlignment(corpus, work, chapter, method);
  if (stored === undefined) throw new Problem(`"${method}" has no links for this chapter.`);
  const own = stored.filter(({ summary }) => summary === bullet);
  const [prepared] = await prepareMethods(corpusView(corpus), methodChoice(corpus, [defaultMethod], options));
  const seen = withoutGold(chapter);
  const linked = own.map(({ story }) => story);
  const reasons: Explanation[] = [];
  for (const story of paragraph === undefined ? linked : [paragraph]) {
    const link = own.find((each) => each.story === story);
    const reason = await prepared!.align.explain!(seen, { summary: bullet, story });
    reasons.push({ ...reason, confidence: link?.confidence, quote: link?.quote });
  }
  const made = await madeBy(corpus, work, chapter.number, method);
  const refused = made?.own.find((each) => each.bullet === bullet);
  const note = refused && `These are plotline's own links: the model's answer was not used (${refused.why}).`;
  return { method, linked, reasons, note };
}
