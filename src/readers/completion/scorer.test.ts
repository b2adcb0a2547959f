import { beforeAll, expect, test } from "vitest";
import { completionTrainingDefaults, trainCompletion } from "../../../training/completion/train.ts";
import { findMethod } from "../../align/registry.ts";
import { corpusView } from "../../align/view.ts";
import { openCorpus } from "../../corpus/open.ts";
import type { Corpus } from "../../corpus/types.ts";
import { completionItems } from "../../tasks/completion.ts";
import { completionAnswers, WorkBags } from "../../tasks/completion-rules.ts";
import { strikeOut } from "../../tasks/leak.ts";
import type { Protocol } from "../../tasks/options.ts";
import { type ContextSource, methodSources } from "../../tasks/sources.ts";
import { namedWork, type WorkText, workText } from "../../tasks/work.ts";
import { scoreCompletion } from "./answers.ts";
import { CompletionScorer } from "./scorer.ts";
import { blindAlignment } from "./weights.ts";

const sample = new URL("../../../corpora/sample", import.meta.url).pathname;
let corpus: Corpus;
let texts: WorkText[];
let sources: ContextSource[];

beforeAll(async () => {
  corpus = await openCorpus(sample);
  texts = [];
  for (const work of corpus.works) texts.push(await workText(corpus, work));
  const methods = ["TFIDF", "Chronological-TFIDF", "Posterior-BM25"].map((name) => findMethod(name));
  sources = await methodSources(methods, corpusView(corpus), { seed: 1 });
});

const sourceOf = (name: string) => sources.find((source) => source.name === name)!;

/** The share of the sample's items that the rule "most overlap with the context" has right. */
async function ruleShare(source: ContextSource, protocol: Protocol): Promise<number> {
  let [right, all] = [0, 0];
  for (const text of texts) {
    const named = namedWork(text);
    const bags = new WorkBags(named);
    const items = completionItems(text);
    for (const chapter of named.chapters) {
      const wanted =
        protocol === "paper" ? ({ protocol } as const) : ({ protocol, task: "completion", given: 5 } as const);
      const contexts = await source.contexts(chapter.chapter, wanted);
      for (const item of items.filter((each) => each.chapter === chapter.chapter.number)) {
        const { context } = completionAnswers(item, chapter, contexts?.[item.paragraph] ?? [], bags);
        right += context === item.answer ? 1 : 0;
        all++;
      }
    }
  }
  return right / all;
}

async function scorerShare(source: ContextSource, protocol: Protocol): Promise<number> {
  let [right, all] = [0, 0];
  for (const text of texts)
    for (const { item, chosen } of await scoreCompletion(text, source, protocol)) {
      right += chosen === item.answer ? 1 : 0;
      all++;
    }
  return right / all;
}

test.each([
  ["TFIDF", "paper"],
  ["Chronological-TFIDF", "paper"],
  [blindAlignment, "blind"],
] as const)("the weights that ship beat the rule on the sample corpus: %s, %s", async (name, protocol) => {
  const source = sourceOf(name);
  expect(await scorerShare(source, protocol)).toBeGreaterThan((await ruleShare(source, protocol)) + 0.04);
});

test("scores follow their options, whatever the order", async () => {
  const text = texts[1]!;
  const chapter = text.chapters[0]!;
  const items = completionItems(text).filter((item) => item.chapter === chapter.number);
  const turned = items.map((item) => ({ ...item, options: [...item.options].reverse() }));
  const contexts = (await sourceOf("TFIDF").contexts(chapter, { protocol: "paper" }))!;
  const shown = {
    protocol: "paper",
    alignment: "TFIDF",
    contexts,
    prefixes: items.map(({ prefix }) => prefix),
  } as const;
  const work = new CompletionScorer().work(text.chapters);
  const forwards = work.scores(items, chapter, shown);
  const backwards = work.scores(turned, chapter, shown);
  forwards.forEach((scores, k) => {
    const again = backwards[k]!.reverse();
    scores.forEach((score, option) => void expect(again[option]).toBeCloseTo(score, 3));
  });
});

/** Numbers of paragraphs would give the answer away; texts of other bullets are no input of the scorer at all. */
test("where an option comes from is not read, and no other bullet either", async () => {
  const text = texts[1]!;
  const chapter = text.chapters[0]!;
  const items = completionItems(text).filter((item) => item.chapter === chapter.number);
  const contexts = (await sourceOf("TFIDF").contexts(chapter, { protocol: "paper" }))!;
  const shown = { protocol: "paper", alignment: "TFIDF", contexts, prefixes: chapter.summary.map(() => "") } as const;
  const bare = items.map(({ prefix, paragraph, options }) => ({
    prefix,
    paragraph,
    options: options.map((option) => ({ text: option.text })),
  }));
  const stories = text.chapters.map(({ number, story }) => ({ number, story }));
  const scorer = new CompletionScorer();
  expect(scorer.work(stories).scores(bare, stories[0]!, shown)).toEqual(
    scorer.work(text.chapters).scores(items, chapter, { ...shown, prefixes: chapter.summary }),
  );
  for (const item of items) expect(strikeOut(item, [item.prefix, ...chapter.story]).struck).toBe(0);
});

test("training gives the same weights for one seed, and weights that can be used", async () => {
  const training: Corpus = {
    folder: "sample",
    works: corpus.works.map((work) => ({ ...work, split: "train" })),
    chapter: corpus.chapter.bind(corpus),
    chapters: corpus.chapters.bind(corpus),
    hash: async () => "abc",
  };
  const quick = {
    ...completionTrainingDefaults,
    network: { ...completionTrainingDefaults.network, words: 256, endings: 64, width: 4, hidden: 8, meeting: 4 },
    forest: { ...completionTrainingDefaults.forest, trees: 3 },
    sentences: 10,
  };
  const stages = new Set<string>();
  const first = await trainCompletion(training, sources, quick, (stage) => void stages.add(stage));
  expect([...stages]).toEqual(["first network", "trees", "last network"]);
  expect(await trainCompletion(training, sources, quick)).toEqual(first);
  const scored = await scoreCompletion(texts[2]!, sourceOf("TFIDF"), "paper", { scorer: new CompletionScorer(first) });
  expect(scored.length).toBeGreaterThan(0);
});

test("a corpus without works to train on gets a clear sentence", async () => {
  await expect(trainCompletion(corpus, sources, completionTrainingDefaults)).rejects.toThrow(/at least two/);
});
