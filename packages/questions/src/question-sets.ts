import { Sha256 } from "@plotline/base/sha256";
import type { ClozeQuestion } from "./cloze.ts";
import { type CompletionItem, completionItems } from "./completion.ts";
import { fairQuestions } from "./fair/questions.ts";
import { paperQuestions } from "./paper-questions.ts";
import type { NamedWork } from "./work.ts";

/** Cloze questions and completion items of a work. */
export interface WorkQuestions {
  readonly cloze: readonly ClozeQuestion[];
  readonly completion: readonly CompletionItem[];
}

/**
 * The question sets by name and version. A rule that changes makes a new version, so that two figures on one set may be
 * compared. `training`: also questions that only a training may ask.
 */
export const questionSets = {
  /** The paper's. */
  "paper-1": (work: NamedWork, training: boolean) => paperSet(work, training, "summaries", "neighbours"),
  /** The same with wrong names from the whole story. */
  "paper-1-story": (work: NamedWork, training: boolean) => paperSet(work, training, "story", "neighbours"),
  /** The same without completion items in chapters that have fewer than ten points. */
  "paper-1-unfilled": (work: NamedWork, training: boolean) => paperSet(work, training, "summaries", "drop"),
  /** Questions fit for people, with wrong names that are possible. */
  "fair-1": (work: NamedWork) => ({ cloze: fairQuestions(work), completion: itemsOf(work, "neighbours") }),
} satisfies Record<string, (work: NamedWork, training: boolean) => WorkQuestions>;

/** The name of a question set, with its version. */
export type QuestionSet = keyof typeof questionSets;

/** All question sets. */
export const setNames = Object.keys(questionSets) as readonly QuestionSet[];

/**
 * What each set asks about the sample corpus and about the open one, trainings included, as hashes that tests hold. A rule
 * that changes them needs a new version of the set; what was made from the old questions is no longer found in a cache.
 */
export const frozen: Readonly<Record<QuestionSet, readonly [sample: string, open: string]>> = {
  "paper-1": ["e04abb84b3e8", "7493239f0758"],
  "paper-1-story": ["2fe1d84d2d59", "c3d98a9088a5"],
  "paper-1-unfilled": ["e04abb84b3e8", "4e4071544908"],
  "fair-1": ["bae345d6ba2e", "cf19056574ef"],
};

/** Where nobody chose. */
export const defaultSet: QuestionSet = "paper-1";

function paperSet(
  work: NamedWork,
  training: boolean,
  pool: "summaries" | "story",
  fill: "neighbours" | "drop",
): WorkQuestions {
  return { cloze: paperQuestions(work, { pool, words: training }), completion: itemsOf(work, fill) };
}

function itemsOf({ title, chapters }: NamedWork, fill: "neighbours" | "drop"): CompletionItem[] {
  return completionItems({ title, chapters: chapters.map(({ chapter }) => chapter) }, { fill });
}

/** A hash of what the questions of a work ask, task by task: the same questions have the same one, wherever made. */
export function questionHashes({ cloze, completion }: WorkQuestions): Record<keyof WorkQuestions, string> {
  return {
    cloze: digestOf(
      cloze.map(({ id, kind, masked, options }) => [
        id,
        kind,
        masked.map(({ start, end }) => [start, end]),
        options.names,
        options.answer,
      ]),
      16,
    ),
    completion: digestOf(
      completion.map(({ id, prefix, options, answer }) => [
        id,
        prefix,
        options.map(({ chapter, paragraph, start }) => [chapter, paragraph, start]),
        answer,
      ]),
      16,
    ),
  };
}

/** Computed here and not by Node, so that a page can make and name the same questions. */
function digestOf(value: unknown, digits: number): string {
  return new Sha256()
    .update(new TextEncoder().encode(JSON.stringify(value)))
    .digest("hex")
    .slice(0, digits);
}

/** One hash for the questions of several works, whatever their order. */
export function hashOfWorks(works: readonly { readonly title: string; readonly hash: string }[]): string {
  const sorted = [...works].sort((a, b) => (a.title < b.title ? -1 : 1));
  return digestOf(
    sorted.map(({ title, hash }) => [title, hash]),
    12,
  );
}
