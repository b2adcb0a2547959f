import { logistic, sumOf } from "@plotline/base";
import type { Alignment } from "../chapter/types.ts";
import { calibrate } from "../learned/calibrate.ts";
import { noPins } from "../method.ts";
import { caution } from "./constants.ts";
import { decideGuide } from "./decide.ts";
import { type Calibration, uncalibrated } from "./density.ts";
import type { GuideOdds } from "./similarity.ts";
import { areWhole } from "./whole.ts";

/** A chapter with links that people made, and what the aligner thinks of it. */
export interface LinkedChapter {
  readonly work: string;
  readonly odds: GuideOdds;
  readonly gold: Alignment;
}

/** Fewer chapters than this are too few to calibrate by. */
export const fewestChapters = 3;

/** Only cells that may become links say how sure links should be. */
const hopeless = -1.7;

/**
 * The slope and shift of the log-odds under which a corpus's own links are likeliest (Platt), and whether its guides cover
 * their stories whole. A few chapters say little about the others of their corpus, so some more count as having what is used
 * without a calibration.
 */
export function calibrationOf(chapters: readonly LinkedChapter[]): Calibration {
  const judged = chapters.map(({ odds, gold }) => {
    const linked = new Set(gold.map(({ summary, story }) => summary * odds.columns + story));
    const cells = [...odds.values.keys()].filter((cell) => odds.values[cell]! > hopeless);
    return {
      logits: Float32Array.from(cells, (cell) => odds.values[cell]!),
      targets: Float32Array.from(cells, (cell) => (linked.has(cell) ? 1 : 0)),
    };
  });
  const drawn = (own: number, usual: number) => (chapters.length * own + caution * usual) / (chapters.length + caution);
  const slope = drawn(calibrate(judged).slope, 1);
  const shift = drawn(shiftUnder(slope, judged), usualGain(chapters));
  const whole = areWhole(chapters.map(({ odds, gold }) => ({ gold, paragraphs: odds.columns })));
  return { slope, shift, ...(whole && { whole }) };
}

/** What is added to the log-odds of these chapters' links where there is no calibration. */
function usualGain(chapters: readonly LinkedChapter[]): number {
  const gains = chapters.flatMap(({ odds }) => [...odds.gain]);
  return sumOf(gains) / Math.max(1, gains.length);
}

type Judged = Parameters<typeof calibrate>[0];

/** The likeliest shift under a slope, by Newton's method; cells that say nothing leave it where it is. */
function shiftUnder(slope: number, judged: Judged): number {
  let shift = 0;
  for (let round = 0; round < 20; round++) {
    let [error, spread] = [doubt * shift, doubt];
    for (const { logits, targets } of judged)
      for (let k = 0; k < targets.length; k++) {
        const p = logistic(slope * logits[k]! + shift);
        error += p - targets[k]!;
        spread += p * (1 - p);
      }
    shift -= Math.max(-1, Math.min(1, error / spread));
  }
  return shift;
}

/** How many undecided cells' worth a shift of 0 counts. */
const doubt = 0.05;

/** The links of each chapter by a calibration from the other works, or from the other chapters where there is one work only. */
export function linksApart(chapters: readonly LinkedChapter[]): Alignment[] {
  const works = new Map<string, Calibration>();
  const several = new Set(chapters.map(({ work }) => work)).size > 1;
  return chapters.map((chapter) => {
    const isOther = (other: LinkedChapter) => (several ? other.work !== chapter.work : other !== chapter);
    const others = chapters.filter((other) => isOther(other) && other.gold.length > 0);
    const known = several ? works.get(chapter.work) : undefined;
    const calibration = known ?? (others.length === 0 ? uncalibrated : calibrationOf(others));
    works.set(chapter.work, calibration);
    return decideGuide(chapter.odds, noPins, { calibration }).links;
  });
}
