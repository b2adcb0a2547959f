import { below, random, shuffled } from "@plotline/base";
import { entityToken } from "@plotline/text";
import type { EncodedCorpus } from "../encoding/corpus.ts";
import { chapterKey, type EncodedChapter, type EncodedWork, type WorkContexts } from "../encoding/examples.ts";
import { special, WordList } from "../encoding/words.ts";

const verbs = Array.from({ length: 6 }, (_, k) => `verb${k}`);
const fillers = Array.from({ length: 4 }, (_, k) => `filler${k}`);

/** Works in which every paragraph says who did what, and every point asks who did it. */
export function toyCorpus(works: number, chapters: number): { data: EncodedCorpus; contexts: WorkContexts } {
  const words = new WordList([...verbs, ...fillers], 8);
  const made = Array.from({ length: works }, (_, k) => toyWork(`Work ${k}`, chapters, words));
  const contexts = new Map(
    made.flatMap(({ title, chapters: all }) =>
      all.map(({ number, points }) => [chapterKey(title, number), points.map((_, point) => [point])] as const),
    ),
  );
  return { data: { words, works: made }, contexts };
}

function toyWork(title: string, chapters: number, words: WordList): EncodedWork {
  const split = title === "Work 0" ? "validation" : "train";
  const all = Array.from({ length: chapters }, (_, number) => toyChapter(title, number, words));
  return { title, split, questions: { cloze: "toy", completion: "toy" }, chapters: all };
}

function toyChapter(title: string, number: number, words: WordList): EncodedChapter {
  const next = random("toy", title, number);
  const people = shuffled([0, 1, 2, 3], next);
  const did = shuffled(verbs, next).slice(0, people.length);
  const filler = () => words.number(fillers[below(fillers.length, next)] ?? "");
  const story = people.map((who, k) =>
    Int32Array.of(filler(), entityToken(who), words.number(did[k] ?? ""), filler(), filler()),
  );
  const points = people.map((who, k) => ({
    text: Int32Array.of(entityToken(who), words.number(did[k] ?? ""), filler(), filler()),
    given: 1,
  }));
  const id = (paragraph: number) => `${title}/${number}/${paragraph}`;
  const others = (who: number) => people.filter((other) => other !== who).map(entityToken);
  return {
    number,
    story,
    points,
    cloze: people.map((who, paragraph) => ({
      id: id(paragraph),
      paragraph,
      kind: "entity",
      text: Int32Array.of(special.mask, words.number(did[paragraph] ?? ""), filler()),
      mask: 0,
      options: Int32Array.of(entityToken(who), ...others(who)),
    })),
    completion: people.map((_, paragraph) => ({
      id: id(paragraph),
      paragraph,
      options: [paragraph, ...[...people.keys()].filter((k) => k !== paragraph)].map((k) => ({
        chapter: number,
        paragraph: k,
      })),
    })),
  };
}

export const toyModel = { embedding: 12, hidden: 10, longestParagraph: 16, longestBullet: 16 };
export const toyTraining = { learningRate: 0.02, chapters: 4, epochs: 12, patience: 12, heldBack: 0.1 };
