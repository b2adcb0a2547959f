import { type Alignment, type Corpus, corpusView, findMethod } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import { beforeAll, describe, expect, it } from "vitest";
import { type ContextSource, methodSources } from "../contexts.ts";
import { type NamedWork, namedWork, workText } from "../work.ts";
import { missingNameQuestions } from "./missing-name.ts";
import { quiz } from "./quiz.ts";
import { whatNextQuestions } from "./what-next.ts";

const usual = { task: "both", count: 8, seed: 3 } as const;

let corpus: Corpus;
let source: ContextSource;
let works: NamedWork[];

beforeAll(async () => {
  corpus = await openCorpus("corpora/sample");
  [source] = (await methodSources([findMethod("plotline")], corpusView(corpus), {})) as [ContextSource];
  works = await Promise.all(corpus.works.map(async (work) => namedWork(await workText(corpus, work))));
});

describe("questions that ask for a name", () => {
  it("have four people as options, none of whom is named in the question", () => {
    const questions = works.flatMap(missingNameQuestions);
    expect(questions.length).toBeGreaterThan(60);
    for (const { entity, named, options } of questions) {
      expect(new Set(options.names).size).toBe(4);
      expect(options.entities.filter((each) => named.includes(each))).toEqual([]);
      expect(options.entities[options.answer]).toBe(entity);
    }
  });

  it("offer only whom the story has named by then", () => {
    for (const work of works)
      for (const { chapter, options } of missingNameQuestions(work)) {
        const known = new Set(
          work.chapters.filter((each) => each.chapter.number <= chapter).flatMap((each) => [...each.inStory]),
        );
        expect(options.entities.filter((entity) => !known.has(entity))).toEqual([]);
      }
  });
});

describe("questions about what happens next", () => {
  it("offer whole sentences, the wrong ones from before, and have a passage as their proof", async () => {
    for (const work of works)
      for (const named of work.chapters) {
        const links = (await source.links(named.chapter)) ?? [];
        const placeOf = (text: string) => {
          const [chapter, point] = pointOf(work, text);
          if (chapter !== named.chapter.number) return chapter - named.chapter.number;
          const own = links.filter(({ summary }) => summary === point);
          return own.sort((a, b) => b.confidence - a.confidence)[0]!.story;
        };
        for (const { text, options, answer } of whatNextQuestions(work, named, links)) {
          expect(options).toHaveLength(4);
          for (const option of options) expect(option).toMatch(/^["“‘]?\p{Lu}.*[.!?]["”’)]*$/su);
          const right = placeOf(options[answer]!);
          expect(right).toBeGreaterThanOrEqual(placeOf(text));
          for (const option of options) expect(placeOf(option)).toBeLessThanOrEqual(right);
        }
      }
  });

  it("follow the story where the guide does not, and ask nothing where the story is not sure", () => {
    const work = works.find(({ title }) => title === "The Sea's Tithe")!;
    const named = work.chapters[3]!;
    const points = named.chapter.summary.length;
    const along = (placeOf: (point: number) => number, confidence = 1): Alignment =>
      Array.from({ length: points }, (_, summary) => ({ summary, story: placeOf(summary), confidence }));
    const kept = whatNextQuestions(
      work,
      named,
      along((point) => point),
    );
    const backwards = whatNextQuestions(
      work,
      named,
      along((point) => points - point),
    );
    expect(kept.length).toBeGreaterThan(2);
    for (const { text, paragraph } of kept) expect(pointOf(work, text)[1]).toBe(paragraph - 1);
    expect(backwards.length).toBeGreaterThan(2);
    for (const { text, paragraph } of backwards) expect(pointOf(work, text)[1]).toBe(paragraph + 1);
    expect(whatNextQuestions(work, named, along((point) => point, 0.4))).toEqual([]); // biome-ignore format: short
  });

  function pointOf(work: NamedWork, text: string): readonly [number, number] {
    for (const { chapter } of work.chapters) {
      const point = chapter.summary.findIndex((each) => each.startsWith(text));
      if (point >= 0) return [chapter.number, point];
    }
    throw new Error(text);
  }
});

describe("a quiz", () => {
  it("asks both kinds even where two questions are wanted, and the same again for the same seed", async () => {
    const asked = await quiz(corpus, corpus.works.slice(0, 2), source, { ...usual, count: 4 });
    expect(new Set(asked.map(({ task }) => task))).toEqual(new Set(["cloze", "completion"]));
    expect(await quiz(corpus, corpus.works.slice(0, 2), source, { ...usual, count: 4 })).toEqual(asked);
    const [two] = [await quiz(corpus, corpus.works.slice(0, 1), source, { ...usual, count: 2 })];
    expect(two.map(({ task }) => task).sort()).toEqual(["cloze", "completion"]);
    const ofTwoWorks = await quiz(corpus, corpus.works.slice(0, 2), source, { ...usual, count: 2 });
    expect(new Set(ofTwoWorks.map(({ work }) => work)).size).toBe(2);
    expect(ofTwoWorks.map(({ task }) => task).sort()).toEqual(["cloze", "completion"]);
  });

  it("asks only about what has been read", async () => {
    const title = "The Sea's Tithe";
    const soFar = { [title]: { chapter: 2, paragraph: 10 } };
    const asked = await quiz(corpus, corpus.works, source, { ...usual, count: 30, soFar });
    expect(asked.length).toBeGreaterThan(10);
    for (const { work, chapter, passage } of asked) {
      expect(work).toBe(title);
      expect(chapter).toBeLessThanOrEqual(2);
      if (chapter === 2) expect(passage.length).toBeGreaterThan(0);
    }
    const unread = { [title]: { chapter: 0, paragraph: 0 } };
    const only = corpus.works.filter((work) => work.title === title);
    await expect(quiz(corpus, only, source, { ...usual, soFar: unread })).rejects.toThrow(/nothing to ask yet/);
  });
});
