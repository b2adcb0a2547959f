import type { Alignment } from "../../corpus/types.ts";
import { calibrate } from "../learned/calibrate.ts";
import { noPins } from "../method.ts";
import { decided } from "./decide.ts";
import { type Calibration, uncalibrated } from "./density.ts";
import type { GuideOdds } from "./similarity.ts";

/** A chapter with links that people made, and what the aligner thinks of it. */
export interface LinkedChapter {
  readonly work: string;
  readonly odds: GuideOdds;
  readonly gold: Alignment;
}

/** Fewer chapters than this say too little. */
export const fewestChapters = 3;

/** A chapter's links count as much as this many that say nothing has to change. */
const caution = 15;
/** Cells less likely than this are never links, whatever the corpus. */
const hopeless = -4;

/**
 * The slope and shift of the log-odds under which a corpus's own links are likeliest (Platt), drawn towards no change while
 * the links are few.
 */
export function calibrationOf(chapters: readonly LinkedChapter[]): Calibration {
  const judged = chapters.map(({ odds, gold }) => {
    const linked = new Set(gold.map(({ summary, story }) => summary * odds.columns + story));
    const cells = [...odds.values.keys()].filter((cell) => odds.values[cell]! > hopeless || linked.has(cell));
    return {
      logits: Float32Array.from(cells, (cell) => odds.values[cell]!),
      targets: Float32Array.from(cells, (cell) => (linked.has(cell) ? 1 : 0)),
    };
  });
  const links = chapters.reduce((sum, { gold }) => sum + gold.length, 0);
  const found = calibrate(judged);
  const trust = links / (links + caution);
  return {
    slope: 1 + trust * (found.slope - 1),
    shift: trust * found.shift,
  };
}

/** A link that was made: how sure, and whether people made it too. */
export interface JudgedLink {
  readonly confidence: number;
  readonly right: boolean;
}

/** The links of some chapters, judged. */
export function judgedLinks(chapters: readonly LinkedChapter[], calibration?: Calibration): JudgedLink[] {
  return chapters.flatMap(({ odds, gold }) => {
    const linked = new Set(gold.map(({ summary, story }) => summary * odds.columns + story));
    const { links } = decided(odds, noPins, calibration === undefined ? {} : { calibration });
    return links.map(({ summary, story, confidence }) => ({
      confidence,
      right: linked.has(summary * odds.columns + story),
    }));
  });
}

/** The same with a calibration from the other works, or from the other chapters where there is one work only. */
export function judgedApart(chapters: readonly LinkedChapter[]): JudgedLink[] {
  const works = new Set(chapters.map(({ work }) => work)).size;
  return chapters.flatMap((chapter) => {
    const others = chapters.filter((other) => (works > 1 ? other.work !== chapter.work : other !== chapter));
    return judgedLinks([chapter], others.length === 0 ? uncalibrated : calibrationOf(others));
  });
}
