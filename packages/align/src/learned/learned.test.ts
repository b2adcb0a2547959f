import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { align } from "../align.ts";
import { shipped } from "../guide/similarity.ts";
import { noPins } from "../method.ts";
import { at, matrix } from "../similarity/similarity.ts";
import { ground, story, summary } from "../testing/anna.ts";
import { featureReader } from "./features.ts";
import { featuresNamed, networkInput, rescale, tiers } from "./inputs.ts";
import { pathLikelihoods } from "./likelihoods.ts";
import { unpack } from "./model.ts";
import { chapterReader } from "./reading.ts";
import packed from "./weights.json" with { type: "json" };

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
    for (const { terms, summary: points, story: paragraphs } of [reading.stems, reading.starts, reading.pairs])
      for (const id of [...points.ids, ...paragraphs.ids]) expect(id >= 0 && id < terms).toBe(true);
    expect(reading.sentences.ids).toEqual(reading.stems.summary.ids);
  });
});

describe("features", () => {
  const read = featureReader(tiers.table, ground);

  test("are bounded numbers for any text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constant("word ".repeat(500)),
      fc.constant(""),
    );
    const side = fc.array(text, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(side, side, (points, paragraphs) => {
        const chapter = read({ summary: points, story: paragraphs })();
        for (const value of networkInput(chapter, tiers.table)) expect(Math.abs(value)).toBeLessThan(20);
      }),
      { numRuns: 60 },
    );
  });

  test("in another order are those of a guide in that order", () => {
    const sequence = [2, 0, 1];
    const moved = read({ summary, story })(sequence);
    const given = read({ summary: sequence.map((row) => summary[row]!), story })();
    const [ours, theirs] = [moved, given].map((chapter) => networkInput(chapter, tiers.table));
    ours!.forEach((value, k) => void expect(value).toBeCloseTo(theirs![k]!, 6));
  });

  test("are put on a scale, none further from its middle than four spreads", () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(size, fc.array(fc.float({ min: -50, max: 50, noNaN: true }), { minLength: 27 }), (size, drawn) => {
        const planes = Float32Array.from(drawn.slice(0, 3 * size));
        const scale = { middles: [0.5, -1, 3], spreads: [0.1, 2, 7] };
        const plain = planes.map((value, k) => {
          const plane = Math.floor(k / size);
          const scaled = (value - scale.middles[plane]!) * (1 / scale.spreads[plane]!);
          return Math.max(-4, Math.min(4, scaled));
        });
        rescale(planes, size, scale);
        expect(planes).toEqual(plain);
      }),
    );
  });

  test("have names of their own, by which weights say what they were trained with", () => {
    for (const features of Object.values(tiers))
      expect(new Set(features.map(({ name }) => name)).size).toBe(features.length);
    expect(packed.features).toHaveLength(packed.architecture.inputs);
    expect(featuresNamed(packed.features).map(({ name }) => name)).toEqual(packed.features);
  });

  test("of the token table are computed only where weights name them", () => {
    const passages = { summary, story };
    expect(featureReader(tiers.words)(passages)().meaning).toEqual({});
    expect(read(passages)().meaning.table?.pooled.plane).toHaveLength(summary.length * story.length);
    expect(() => featureReader(tiers.table)).toThrow(/need the token table/);
  });
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
    const score = shipped.prepare(ground);
    for (const [rows, columns] of shapes) {
      const paragraphs = Array.from({ length: columns }, (_, k) => `Paragraph ${k} tells of stone ${k % 17}.`);
      const odds = score({ summary: Array.from({ length: rows }, (_, k) => `Stone ${k}.`), story: paragraphs });
      expect(odds.values).toHaveLength(rows * columns);
      expect(odds.values.every(Number.isFinite)).toBe(true);
    }
    expect(score({ summary: [], story }).values).toHaveLength(0);
  });

  test("is the same in one reader after other chapters", () => {
    const score = shipped.prepare(ground);
    const first = score({ summary, story }).values;
    score({ summary: ["Other words here."], story: ["Wholly other words, there."] });
    expect(score({ summary: [...summary], story: [...story] }).values).toEqual(first);
  });
});

describe("pins", () => {
  const odds = shipped.prepare(ground)({ summary, story });

  test("hold, and move the links around them", () => {
    const pins = { linked: [{ summary: 0, story: 3 }], forbidden: [{ summary: 2, story: 3 }] };
    const [before, after] = [pathLikelihoods(odds, noPins), pathLikelihoods(odds, pins)];
    expect(at(after, 0, 3)).toBe(1);
    expect(at(after, 2, 3)).toBe(0);
    expect(at(after, 1, 2)).toBeLessThan(at(before, 1, 2));
    expect(after.values.every((p) => p >= 0 && p <= 1)).toBe(true);
  });

  test("that leave a point no passage take none from the others of a sparse guide", () => {
    const [rows, columns] = [4, 60];
    const passage = (row: number) => 15 * row + 7;
    const sparse = matrix(rows, columns, new Float32Array(rows * columns).fill(-4));
    for (let row = 0; row < rows; row++) sparse.values[row * columns + passage(row)] = 2;
    const refused = Array.from({ length: columns }, (_, paragraph) => ({ summary: 1, story: paragraph }));
    for (const forbidden of [refused, refused.slice(1)]) {
      const after = pathLikelihoods(sparse, { linked: [], forbidden });
      for (const row of [0, 2, 3]) expect(at(after, row, passage(row))).toBeGreaterThan(0.8);
    }
  });

  test("outside the chapter are refused", () => {
    expect(() => align(summary, story, { pins: { linked: [{ summary: 9, story: 0 }], forbidden: [] } })).toThrow(
      /outside its chapter/,
    );
  });
});

test("weights of another version are refused", () => {
  expect(() => unpack({ ...packed, features: packed.features.with(0, "another") })).toThrow(/train them again/);
  expect(() => unpack({ ...packed, middles: packed.middles.slice(1) })).toThrow(/train them again/);
});

test("a matrix without cells has no links", () => {
  expect(pathLikelihoods(matrix(0, 3), noPins).values).toHaveLength(0);
});
