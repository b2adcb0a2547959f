import { type Chapter, type Link, meanScore, score } from "@plotline/align";
import { counted, Problem } from "@plotline/base";
import { type Judgement, judgedAlignment, namedLinks, outcomesOf } from "./align.ts";
import { type CellOutcome, fitCalibration, type JudgeCalibration } from "./calibration.ts";
import sample from "./data/try-out.json" with { type: "json" };

/** Chapters of the sample corpus, for corpora that have too little gold of their own. */
export function sampleChapters(): Chapter[] {
  return sample.map(({ gold, ...chapter }) => ({ ...chapter, gold: goldLinks(gold) }));
}

/** `[[0, 3], [0, 4], …]`: points and their paragraphs. */
export function goldLinks(gold: readonly (readonly number[])[]): Link[] {
  return gold.map(([summary = 0, story = 0]) => ({ summary, story, confidence: 1 }));
}

/** What a model was worth on a few chapters with gold. */
export interface TryOut {
  readonly chapters: number;
  /** Mean F: of plotline alone, of the model's links alone, and of both together. */
  readonly own: number;
  readonly model: number;
  readonly both: number;
  /** Whether both together are better than plotline alone. */
  readonly helps: boolean;
  readonly outcomes: readonly CellOutcome[];
}

/** Both together are by what the answers to the other chapters say a word of this model is worth. */
export function triedOut(judged: readonly { readonly judgement: Judgement; readonly gold: readonly Link[] }[]): TryOut {
  const outcomes = judged.map(({ judgement, gold }) => outcomesOf(judgement, gold));
  const mean = (links: (judgement: Judgement, k: number) => readonly Link[]) =>
    meanScore(judged.map(({ judgement, gold }, k) => score(links(judgement, k), gold))).f;
  const own = mean(({ plan }) => plan.own.links);
  const both = mean((judgement, k) => judgedAlignment(judgement, fitCalibration(outcomes.toSpliced(k, 1).flat())));
  return {
    chapters: judged.length,
    own,
    model: mean(namedLinks),
    both,
    helps: both >= own + leastGain,
    outcomes: outcomes.flat(),
  };
}

/** What asking a model must bring to be worth its time. */
const leastGain = 0.01;

/** `On 3 chapters with gold this model has F .09, plotline .68, both together .68` */
export function tryOutText({ chapters, own, model, both }: TryOut): string {
  const figure = (value: number) => value.toFixed(2).replace(/^0/, "");
  return `On ${counted(chapters, "chapter")} with gold this model has F ${figure(model)}, plotline ${figure(own)}, both together ${figure(both)}`;
}

/** Throws where a model does not help. */
export function mustHelp(tried: TryOut, anyway: boolean): TryOut {
  if (tried.helps || anyway) return tried;
  throw new Problem(`${tryOutText(tried)}: the model is not used, and no more was asked.`, "asked anyway");
}

/**
 * What a model's word is worth in a work. A chapter with gold leaves its work's gold out, so that this does not flatter
 * it; where nothing is known, a word is worth what a careful reader's is.
 */
export function calibrationsOf(outcomes: readonly CellOutcome[]): (chapter: Chapter) => JudgeCalibration {
  const made = new Map<string, JudgeCalibration>();
  return ({ work, gold }) => {
    const key = gold === undefined ? "" : work;
    const known = made.get(key) ?? fitCalibration(outcomes.filter((outcome) => key === "" || outcome.work !== work));
    made.set(key, known);
    return known;
  };
}
