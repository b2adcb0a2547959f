import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Alignment, matrix } from "@plotline/align";
import { random, sumOf } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { temporaryFolder } from "@plotline/corpus/testing";
import { model, type Value } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import { expect, test as testWithoutRuntime } from "vitest";
import { clozeBatch } from "../readers/batches/cloze-batch.ts";
import type { EncodedCorpus } from "../readers/encoding/corpus.ts";
import type { EncodedChapter } from "../readers/encoding/examples.ts";
import { WordList } from "../readers/encoding/words.ts";
import { Reader } from "../readers/reader.ts";
import { readByHand } from "../readers/testing/by-hand.ts";
import { toyCorpus } from "../readers/testing/toy.ts";
import { pointingBatch } from "./batch.ts";
import { learnAlignment } from "./learn.ts";
import { paperAligner } from "./paper-aligner.ts";
import { askableIn, bestAlignment, gainsOf, wordQuestions } from "./pointing-aligner.ts";
import { pointingReader } from "./pointing-reader.ts";
import { type LearnSettings, learnDefaults } from "./settings.ts";
import { unitsIn } from "./units.ts";

const { test } = needs("onnxruntime");

const nouns = Array.from(
  { length: 40 },
  (_, k) => `noun${String.fromCharCode(97 + (k % 26), 97 + Math.floor(k / 26))}`,
);
const words = new WordList(["the", ...nouns], 8);
const isAskable = askableIn(words);
const sizes = { longestParagraph: 32, longestBullet: 16 };
const options = { words, isAskable, ...sizes };
const settings: LearnSettings = {
  ...learnDefaults,
  ...sizes,
  reader: "pointing",
  embedding: 6,
  hidden: 5,
  chapters: 2,
  rounds: 2,
};

/** A chapter whose point k repeats words of paragraph 2k, with an entity in it. */
function chapter(number: number): EncodedChapter {
  const next = random("chapter", number);
  const word = () => words.number(nouns[Math.floor(next() * nouns.length)] ?? "");
  const paragraph = () => Int32Array.from([words.number("the"), word(), word(), -1 - Math.floor(next() * 3), word()]);
  const story = Array.from({ length: 8 }, paragraph);
  const points = [0, 1, 2, 3].map((k) => ({ text: (story[2 * k] ?? new Int32Array(0)).slice(0, 4), given: 2 }));
  return { number, story, points, cloze: [], completion: [] };
}

async function opened(): Promise<Replicas> {
  return Replicas.open(model(pointingReader(settings, words.size)), { seed: 3 });
}

testWithoutRuntime("every content word of a point is asked for once; stop words and unknown ones are not", () => {
  const [the, first, second] = ["the", nouns[0] ?? "", nouns[1] ?? ""].map((word) => words.number(word));
  const text = Int32Array.of(the ?? 0, first ?? 0, -1, 0, first ?? 0, second ?? 0);
  expect(wordQuestions(text, isAskable)).toEqual([
    { place: 1, answer: first },
    { place: 2, answer: -1 },
    { place: 5, answer: second },
  ]);
});

test("a paragraph gains exactly where it has a word of the point, whatever the reader knows", async () => {
  const replicas = await opened();
  const own = chapter(1);
  const [gains] = await gainsOf(replicas, [own], options);
  await replicas.close();
  own.points.forEach(({ text }, point) => {
    const asked = new Set(wordQuestions(text, isAskable).map(({ answer }) => answer));
    own.story.forEach((paragraph, place) => {
      const shares = paragraph.some((token) => asked.has(token));
      const gain = gains?.values[point * own.story.length + place] ?? 0;
      expect(gain > 0).toBe(shares);
      expect(gain).toBeLessThanOrEqual(asked.size * Math.log(9) + 1e-5);
    });
  });
});

test("chapters of one batch do not see each other", async () => {
  const replicas = await opened();
  const asked = [chapter(1), chapter(2)].map(({ story, points }) => ({
    story,
    texts: points.map(({ text }) => ({ text, questions: wordQuestions(text, isAskable), chosen: [0, 1], rival: [2] })),
  }));
  const batch = (some: typeof asked) => pointingBatch(some, { ...options, next: () => 0 });
  const [together, first, second] = await replicas.evaluate([
    batch(asked),
    batch(asked.slice(0, 1)),
    batch(asked.slice(1)),
  ]);
  await replicas.close();
  const rows = (results: Record<string, Value> | undefined) => {
    const { shape = [], data = [] } = results?.["gains"] ?? {};
    return Array.from({ length: shape[0] ?? 0 }, (_, row) =>
      Array.from(data.slice(row * (shape[1] ?? 0), (row + 1) * (shape[1] ?? 0)), Number).slice(1),
    );
  };
  const apart = [
    ...rows(first).map((row) => [...row, ...zeros(8)]),
    ...rows(second).map((row) => [...zeros(8), ...row]),
  ];
  rows(together).forEach((row, k) => {
    row.forEach((gain, place) => void expect(gain).toBeCloseTo(apart[k]?.[place] ?? Number.NaN, 4));
  });
});

function zeros(count: number): number[] {
  return Array(count).fill(0);
}

testWithoutRuntime("H* is in order, and leaves out what gains nothing", () => {
  const gains = matrix(2, 4, Float32Array.of(3, 0, 0, 1, 0, 0, 2, 0));
  expect(bestAlignment(gains)).toEqual([
    { summary: 0, story: 0, confidence: 1 },
    { summary: 1, story: 2, confidence: 1 },
  ]);
});

function corpus(): { data: EncodedCorpus; gold: Map<string, Alignment> } {
  const works = ["A", "B", "C", "V"].map((title, k) => ({
    title,
    split: title === "V" ? ("validation" as const) : ("train" as const),
    questions: { cloze: "", completion: "" },
    chapters: [0, 1, 2, 3].map((number) => ({ ...chapter(10 * k + number), number })),
  }));
  const links = [0, 1, 2, 3].map((point) => ({ summary: point, story: 2 * point, confidence: 1 }));
  return { data: { words, works }, gold: new Map([0, 1, 2, 3].map((number) => [`V/${number}`, links])) };
}

test("learning finds the alignment without gold, and says how at every round", async () => {
  const folder = temporaryFolder();
  const learned = await learnAlignment({ ...corpus(), settings, folder, threads: 1 });
  expect(learned.ended).toBe("finished");
  expect(learned.rounds.map(({ round }) => round)).toEqual(["start", 0, 1, 2]);
  const [start, , , last] = learned.rounds;
  expect(last?.f).toBeGreaterThan(start?.f ?? 1);
  expect(learned.alignments.size).toBe(16);
});

test.each(["plain", "relative"] as const)(
  "the paper's reader has the loss and the gains that plain loops have, by %s gains",
  async (gains) => {
    const { data } = toyCorpus(2, 2);
    const settings = { ...learnDefaults, ...sizes, embedding: 6, hidden: 5, gains };
    const aligner = paperAligner(settings, data.words);
    const replicas = await Replicas.open(model(aligner.build), { seed: 3 });
    const reader = new Reader("cloze", data.words, settings, replicas);
    const [chosen, rival] = [
      [[0, 1], [1], [1, 2, 3], [3]],
      [[0], [0, 1], [1], [1, 2, 3]],
    ];
    const units = unitsIn(data.works).slice(1, 3);
    const batch = aligner.batch(
      units.map((unit) => ({ ...unit, chosen, rival })),
      random(5),
    );
    const asked = readByHand(reader, batch).values();
    const meanOf = (numbers: readonly number[]) => sumOf(numbers) / numbers.length;
    const lead = ([right = 0, ...wrong]: readonly number[]) => right - meanOf(wrong.slice(0, 3));
    const leads = (row: readonly number[]) => row.map(() => lead(asked.next().value!));
    const score = (rows: readonly number[][]) => meanOf(gains === "plain" ? rows.flat() : rows.map(meanOf));
    const ofUnits = units.map(() => {
      const points = chosen.map((row, point) => {
        const [right = 0, ...wrong] = asked.next().value!;
        const short = sumOf(wrong.slice(0, 3).map((each) => Math.max(0, 0.1 - right + each)));
        return { short, chosen: leads(row), rival: leads(rival[point]!) };
      });
      const [own, other] = [score(points.map((each) => each.chosen)), score(points.map((each) => each.rival))];
      return { short: meanOf(points.map(({ short }) => short)), contrast: Math.max(0, 0.1 - own + other) };
    });
    const loss = meanOf(ofUnits.map(({ short, contrast }) => short + contrast));
    const [found] = await replicas.evaluate([batch]);
    expect(found?.["loss"]?.data[0]).toBeCloseTo(loss, 5);

    const [{ work, chapter }] = units as [(typeof units)[number]];
    const [made] = await aligner.gains(replicas, [chapter]);
    const alone = chapter.story.flatMap((_, place) => chapter.cloze.map((question) => ({ question, place })));
    const contexts = alone.map(({ place }) => [place]);
    const each = alone.map(({ question }, paragraph) => ({ ...question, paragraph }));
    const limits = { ...sizes, words: data.words, tokens: 1000, next: random("solve", chapter.number) };
    const all = readByHand(reader, clozeBatch([{ work, chapter, contexts, asked: each }], limits)).map(lead);
    await replicas.close();
    for (const [at, { question, place }] of alone.entries()) {
      const ofPoint = all.filter((_, k) => alone[k]!.question === question);
      const gain = gains === "plain" ? (2 + all[at]!) / 4 : all[at]! - meanOf(ofPoint);
      expect(made?.values[question.paragraph * 4 + place]).toBeCloseTo(gain, 5);
    }
  },
);

test.each([
  // A plain staircase takes as many cells as it can, and of its seven through four by four four are right at best: F .727.
  ["relative", 0.8],
  ["plain", 0.7],
] as const)(
  "the paper's reader learns from its own questions; H* is a whole staircase, by %s gains",
  async (gains, f) => {
    const { data } = toyCorpus(6, 8);
    const links = [0, 1, 2, 3].map((k) => ({ summary: k, story: k, confidence: 1 }));
    const gold = new Map(Array.from({ length: 8 }, (_, number) => [`Work 0/${number}`, links]));
    const small = { embedding: 12, hidden: 10, chapters: 2, rounds: 12, learningRate: 0.02, start: "random" as const };
    const settings = { ...small, gains };
    const learned = await learnAlignment({ data, gold, settings, folder: temporaryFolder(), threads: 1 });
    const [start, untrained] = learned.rounds;
    const last = learned.rounds.at(-1);
    expect(last?.asked).toEqual({ judged: 32, heldBack: 32, chance: 0.25 });
    expect(last?.accuracy).toBeGreaterThan(0.5);
    expect([start?.f, untrained?.f].every((each) => each !== undefined && each < 0.65)).toBe(true);
    expect(last?.f).toBeGreaterThan(f);
    for (const alignment of learned.alignments.values()) {
      expect(new Set(alignment.map(({ summary }) => summary)).size).toBe(4);
      expect(new Set(alignment.map(({ story }) => story)).size).toBe(4);
    }
  },
  60_000,
);

test("a run that was stopped resumes and ends as if it had not been", async () => {
  const [whole, parts] = [temporaryFolder(), temporaryFolder()];
  const expected = await learnAlignment({ ...corpus(), settings, folder: whole, threads: 1 });
  const stop = new AbortController();
  const onProgress = ({ step }: { step: number }) => {
    if (step === 3) stop.abort();
  };
  const cut = await learnAlignment({
    ...corpus(),
    settings,
    folder: parts,
    threads: 1,
    onProgress,
    signal: stop.signal,
  });
  expect(cut.ended).toBe("interrupted");
  expect(cut.alignments.size).toBe(0);
  const ended = await learnAlignment({ ...corpus(), settings, folder: parts, threads: 1 });
  expect([...ended.alignments]).toEqual([...expected.alignments]);
  expect(ended.rounds.map(({ f, heldBack }) => [f, heldBack])).toEqual(
    expected.rounds.map(({ f, heldBack }) => [f, heldBack]),
  );
  expect(existsSync(join(parts, "last.safetensors"))).toBe(true);
  expect(readdirSync(join(parts, "rounds")).sort()).toEqual(["0.json", "1.json", "2.json", "start.json"]);
});

testWithoutRuntime("too few chapters to learn from get a clear sentence", async () => {
  const { data, gold } = corpus();
  const few = { ...data, works: data.works.slice(3) };
  await expect(learnAlignment({ data: few, gold, folder: temporaryFolder() })).rejects.toThrow(/too little to learn/);
});
