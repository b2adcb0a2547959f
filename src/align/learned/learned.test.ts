import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Chapter } from "../../corpus/types.ts";
import { at, matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { align } from "../align.ts";
import { noPins } from "../method.ts";
import { calibrate } from "./calibrate.ts";
import { likelihoods } from "./decide.ts";
import type { Plane } from "./evidence.ts";
import { example } from "./example.ts";
import { chapterFeatures } from "./features.ts";
import { featureCount, feeder } from "./feed.ts";
import { learn, learningDefaults, linksBy } from "./learn.ts";
import { Network } from "./network.ts";
import { eights, grid } from "./planes.ts";
import { shipped } from "./plotline.ts";
import { chapterReader } from "./reading.ts";
import { dealt } from "./teachers.ts";
import packed from "./weights.json" with { type: "json" };
import { pack, unpack } from "./weights.ts";

const summary = ["Anna shuts the door.", "She crosses the bridge to the mill.", "The miller gives her flour."];
const story = [
  "The door fell shut behind Anna, and she turned the key.",
  "It rained.",
  "On the bridge she stopped, for the mill stood dark.",
  "“Flour?” said the miller, and filled her sack.",
  "The rain went on.",
];

describe("reading", () => {
  test("knows names by their capitals inside sentences, without accents", () => {
    const reading = chapterReader()({
      summary: ["Later Miusov shouts at Élise."],
      story: ["There stood Miüsov. The door!", "ELISE. I wept."],
    });
    expect([...reading.names]).toEqual([1, 1]);
    const named = [...reading.isName].filter((flag) => flag === 1);
    expect(named).toHaveLength(2);
  });

  test("reads irregular forms and like words as one", () => {
    const { stems } = chapterReader()({ summary: ["Dad weeps, riding."], story: ["Papa wept.", "A stone rode by."] });
    const [dad, weeps, riding] = stems.summary.ids;
    const [papa, wept, stone, rode] = stems.story.ids;
    expect([papa, wept, rode]).toEqual([dad, weeps, riding]);
    expect([dad, weeps, riding]).not.toContain(stone);
  });

  test("numbers every stream from 0", () => {
    const reading = chapterReader()({ summary, story });
    for (const { terms, summary: told, story: paragraphs } of [reading.stems, reading.starts, reading.pairs])
      for (const id of [...told.ids, ...paragraphs.ids]) expect(id >= 0 && id < terms).toBe(true);
    expect(reading.sentences.ids).toEqual(reading.stems.summary.ids);
  });
});

describe("features", () => {
  test("are bounded numbers for any text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constant("word ".repeat(500)),
      fc.constant(""),
    );
    const side = fc.array(text, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(side, side, (bullets, paragraphs) => {
        for (const value of fed({ summary: bullets, story: paragraphs })) expect(Math.abs(value)).toBeLessThan(20);
      }),
      { numRuns: 60 },
    );
  });

  test("are as many as the weights expect", () => {
    expect(featureCount(chapterFeatures(chapterReader(), { summary, story }))).toBe(packed.architecture.inputs);
  });

  test("are the same for some rows at a time as for all at once", () => {
    const bullets = Array.from({ length: 13 }, (_, k) => summary[k % 3]!);
    const all = fed({ summary: bullets, story });
    expect(fed({ summary: bullets, story }, 8)).toEqual(all);
  });
});

/** Every feature of every cell, written some rows at a time. */
function fed(passages: Passages, step = passages.summary.length): number[] {
  const features = chapterFeatures(chapterReader(), passages);
  const count = featureCount(features);
  const network = new Network({ inputs: count, channels: 4, before: 0, after: 0 });
  const { rows, columns, stride } = grid(features.rows, features.columns);
  const planes = network.planes(count, eights(step * stride) + 8);
  const feed = feeder(network, features);
  const values: number[] = [];
  for (let from = 0; from < rows; from += step) {
    const to = Math.min(rows, from + step);
    feed(planes, from, to);
    for (let row = 0; row < to - from; row++)
      for (let k = 0; k < count; k++)
        values.push(...network.plane(planes, k, step * stride).subarray(row * stride, row * stride + columns));
  }
  return values;
}

test("the kernels' exponentials and logarithms are right to six digits", () => {
  const network = new Network({ inputs: 1, channels: 4, before: 0, after: 0 });
  const [one, x, y] = [network.arena.take(1), network.arena.take(4000), network.arena.take(4000)];
  const [given, made] = [x, y].map((at) => network.arena.floats.subarray(at / 4, at / 4 + 4000)) as [Plane, Plane];
  network.arena.floats[one / 4] = 1;
  given.forEach((_, k) => {
    given[k] = (k - 2000) / 167;
  });
  network.kernels.exponential(one, x, y, 16000);
  given.forEach((value, k) => void expect(made[k]! / Math.exp(value)).toBeCloseTo(1, 5));
  network.kernels.logistic(one, x, y, 16000);
  given.forEach((value, k) => void expect(made[k]).toBeCloseTo(1 / (1 + Math.exp(value)), 5));
  given.forEach((value, k) => {
    given[k] = Math.exp(value) - 1 + 1e-5;
  });
  network.kernels.logarithm(one, x, y, 16000);
  given.forEach((value, k) => void expect(made[k]).toBeCloseTo(Math.log(Math.fround(value + 1)), 5));
});

describe("the shipped aligner", () => {
  test("links what belongs together, with confidence", () => {
    const links = align(summary, story);
    for (const cell of [
      [0, 0],
      [1, 2],
      [2, 3],
    ])
      expect(links.find((link) => link.summary === cell[0] && link.story === cell[1])?.confidence).toBeGreaterThan(0.5);
  });

  test("answers for every shape, and in bounds", () => {
    const shapes: [number, number][] = [
      [1, 1],
      [1, 400],
      [400, 1],
      [10, 3000],
    ];
    const score = shipped.prepare();
    for (const [rows, columns] of shapes) {
      const paragraphs = Array.from({ length: columns }, (_, k) => `Paragraph ${k} tells of stone ${k % 17}.`);
      const odds = score({ summary: Array.from({ length: rows }, (_, k) => `Stone ${k}.`), story: paragraphs });
      expect(odds.values).toHaveLength(rows * columns);
      expect(odds.values.every(Number.isFinite)).toBe(true);
    }
    expect(score({ summary: [], story }).values).toHaveLength(0);
  });

  test("is the same in one reader after other chapters", () => {
    const score = shipped.prepare();
    const first = score({ summary, story }).values;
    score({ summary: ["Other words here."], story: ["Wholly other words, there."] });
    expect(score({ summary: [...summary], story: [...story] }).values).toEqual(first);
  });
});

describe("pins", () => {
  const odds = shipped.prepare()({ summary, story });

  test("are kept, and move what stands around them", () => {
    const pins = { linked: [{ summary: 0, story: 3 }], forbidden: [{ summary: 2, story: 3 }] };
    const [before, after] = [likelihoods(odds, noPins), likelihoods(odds, pins)];
    expect(at(after, 0, 3)).toBe(1);
    expect(at(after, 2, 3)).toBe(0);
    expect(at(after, 1, 2)).toBeLessThan(at(before, 1, 2));
    expect(after.values.every((p) => p >= 0 && p <= 1)).toBe(true);
  });

  test("outside the chapter are refused", () => {
    expect(() => align(summary, story, { pins: { linked: [{ summary: 9, story: 0 }], forbidden: [] } })).toThrow(
      /outside its chapter/,
    );
  });
});

describe("learning", () => {
  const read = chapterReader();
  const examples = ["A", "B", "C", "D"].flatMap((work) =>
    [0, 1].map((number) => {
      const chapter: Chapter = {
        work,
        number,
        summary,
        story: number === 0 ? story : [...story].slice(0, 4),
        gold: [0, 1, 2].map((k) => ({ summary: k, story: [0, 2, 3][k]!, confidence: 1 })),
      };
      return example(read, chapter);
    }),
  );
  const others = [example(read, { work: "E", number: 0, summary, story }).features];
  const options = { ...learningDefaults, epochs: 4, members: 2, channels: 8, student: { channels: 8, passes: 4 } };

  test("is reproducible to the bit, and survives being packed", () => {
    const model = learn(examples, others, options);
    expect(learn(examples, others, options).members).toEqual(model.members);
    expect(learn(examples, others, { ...options, seed: 2 }).members).not.toEqual(model.members);
    const again = unpack(JSON.parse(JSON.stringify(pack(model))));
    const [links, linksAgain] = [linksBy(model)(examples[0]!), linksBy(again)(examples[0]!)];
    expect(linksAgain.map(({ summary: s, story: d }) => [s, d])).toEqual(
      links.map(({ summary: s, story: d }) => [s, d]),
    );
  });

  test("learns what it is shown", () => {
    const links = linksBy(learn(examples, others, { ...options, epochs: 40, student: { channels: 8, passes: 40 } }))(
      examples[0]!,
    );
    expect(links.map((link) => [link.summary, link.story])).toEqual([
      [0, 0],
      [1, 2],
      [2, 3],
    ]);
  });

  test("keeps a work on one side", () => {
    const parts = dealt(examples, 3);
    expect(parts.flat()).toHaveLength(examples.length);
    for (const part of parts)
      for (const { work } of part)
        expect(parts.filter((other) => other.some((each) => each.work === work))).toEqual([part]);
  });

  test("calibrates to the shares that are right", () => {
    const logits = Float32Array.from({ length: 2000 }, (_, k) => (k % 2 === 0 ? 3 : -3));
    const targets = Float32Array.from(logits, (logit, k) => (logit > 0 ? (k % 10 < 6 ? 1 : 0) : k % 20 === 1 ? 1 : 0));
    const { slope, shift } = calibrate([{ logits, targets }]);
    const share = (side: number) => {
      const cells = [...targets.keys()].filter((k) => logits[k] === side);
      return cells.filter((k) => targets[k] === 1).length / cells.length;
    };
    expect(1 / (1 + Math.exp(-(3 * slope + shift)))).toBeCloseTo(share(3), 3);
    expect(1 / (1 + Math.exp(-(-3 * slope + shift)))).toBeCloseTo(share(-3), 3);
  });
});

test("weights of another version are refused", () => {
  expect(() => unpack({ ...packed, middles: packed.middles.slice(1) })).toThrow(/train them again/);
});

test("a matrix without cells has no links", () => {
  expect(likelihoods(matrix(0, 3), noPins).values).toHaveLength(0);
});
