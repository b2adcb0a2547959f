import { type Corpus, corpusView, findMethod } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import { parseName } from "@plotline/text";
import { beforeAll, describe, expect, it } from "vitest";
import { type ContextSource, methodSources } from "../sources.ts";
import { type NamedWork, namedWork, workText } from "../work.ts";
import { missingNameQuestions } from "./missing-name.ts";
import { styleOf } from "./people.ts";
import { quiz, quizAgain } from "./quiz.ts";
import { whatNextQuestions } from "./what-next.ts";

const usual = { task: "both", count: 8, seed: 3 } as const;

let corpus: Corpus;
let source: ContextSource;
let works: NamedWork[];

beforeAll(async () => {
  corpus = await openCorpus("corpora/sample");
  [source] = (await methodSources([findMethod("TFIDF")], corpusView(corpus), {})) as [ContextSource];
  works = await Promise.all(corpus.works.map(async (work) => namedWork(await workText(corpus, work))));
});

describe("questions that ask for a name", () => {
  it("have four people as options, written one way, none of whom the question names", () => {
    const questions = works.flatMap(missingNameQuestions);
    expect(questions.length).toBeGreaterThan(60);
    for (const {
      bullet,
      masked,
      options: { names, answer },
    } of questions) {
      expect(new Set(names).size).toBe(4);
      expect(new Set(names.map(styleOf)).size).toBe(1);
      const hidden = masked.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), bullet);
      const words = new Set(hidden.toLowerCase().match(/\p{L}+/gu));
      for (const name of names)
        expect(
          parseName(name).names.filter((part) => words.has(part)),
          hidden,
        ).toEqual([]);
      expect(names[answer]).toBeDefined();
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

it("questions about what happens next offer whole sentences, the wrong ones from before", () => {
  for (const work of works) {
    const bullets = work.chapters.flatMap(({ chapter }) =>
      chapter.summary.map((text, paragraph) => ({ text, chapter: chapter.number, paragraph })),
    );
    for (const { text, options, answer, chapter, paragraph } of whatNextQuestions(work)) {
      const at = bullets.findIndex((each) => each.chapter === chapter && each.paragraph === paragraph);
      expect(bullets[at - 1]?.text).toBe(text);
      expect(options).toHaveLength(4);
      options.forEach((option, k) => {
        const from = bullets.findIndex((each) => each.text.startsWith(option));
        if (k === answer) expect(bullets[at]?.text.startsWith(option)).toBe(true);
        else expect(from).toBeLessThan(at);
        expect(option).toMatch(/^["“‘]?\p{Lu}.*[.!?]["”’)]*$/su);
      });
    }
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

  it("can ask a question again by its place", async () => {
    const asked = await quiz(corpus, corpus.works, source, usual);
    const again = await quizAgain(corpus, asked, source, {});
    expect(new Set(again)).toEqual(new Set(asked));
    expect(await quizAgain(corpus, [{ ...asked[0]!, bullet: 900 }], source, {})).toEqual([]);
  });
});
