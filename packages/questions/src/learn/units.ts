import type { Alignment } from "@plotline/align";
import { Problem } from "@plotline/base";
import { chapterKey, type EncodedChapter, type EncodedWork } from "../readers/encoding/examples.ts";
import { drawHeldBack, portionsOf } from "../readers/held-back.ts";
import type { LearnSettings } from "./settings.ts";

/** A summarised chapter. */
export interface Unit {
  readonly work: EncodedWork;
  readonly chapter: EncodedChapter;
  readonly key: string;
}

/** The chapters to learn from, those that decide which round is best, and those that are only scored. */
export interface Parts {
  readonly learned: readonly Unit[];
  readonly heldBack: readonly Unit[];
  /** Chapters with gold, of works that nothing is learned from where there are such. */
  readonly judged: readonly Unit[];
}

export function unitsIn(works: readonly EncodedWork[]): Unit[] {
  return works.flatMap((work) =>
    work.chapters.map((chapter) => ({ work, chapter, key: chapterKey(work.title, chapter.number) })),
  );
}

export function divided(units: readonly Unit[], gold: ReadonlyMap<string, Alignment>, settings: LearnSettings): Parts {
  const usable = units.filter(({ work, chapter }) => work.split === "train" && isUsable(chapter, settings));
  const others = units.some(({ work }) => work.split === "validation");
  const judged = units.filter(({ work, key }) => gold.has(key) && (!others || work.split === "validation"));
  const held = drawHeldBack(
    portionsOf(usable, ({ work }) => work.title),
    { share: settings.heldBack, seed: settings.seed },
  );
  const learned = usable.filter(({ work }) => !held.has(work.title));
  if (learned.length < fewest)
    throw new Problem(
      `There is too little to learn from: ${learned.length} chapters outside the validation works have two points and two story paragraphs, and at least ${fewest} are needed.`,
    );
  return { learned, heldBack: usable.filter(({ work }) => held.has(work.title)), judged };
}

const fewest = 4;

function isUsable({ story, points }: EncodedChapter, { longestChapter }: LearnSettings): boolean {
  const length = story.reduce((sum, paragraph) => sum + paragraph.length, 0);
  return points.length > 1 && story.length > 1 && length > 0 && length <= longestChapter;
}
