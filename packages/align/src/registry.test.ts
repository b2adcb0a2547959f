import { describe, expect, test } from "vitest";
import { align } from "./align.ts";
import type { CorpusView, Readable } from "./method.ts";
import { defaultMethod, findMethod, methods, paperMethods } from "./registry.ts";
import { sharedScores } from "./scores.ts";
import { has } from "./testing/brute-force.ts";

const chapter: Readable = {
  work: "A Walk",
  number: 0,
  summary: ["Anna shuts the door.", "She crosses the bridge to the mill.", "The miller gives her flour."],
  story: [
    "The door fell shut behind Anna, and she turned the key.",
    "It rained.",
    "On the bridge she stopped, for the mill stood dark.",
    "“Flour?” said the miller, and filled her sack.",
    "The rain went on.",
  ],
};

const corpus: CorpusView = {
  async *chapters() {
    yield chapter;
  },
};

const prepared = (name: string) => findMethod(name).prepare(corpus, { seed: 1, scores: sharedScores() });
const withoutEncoder = methods.filter((method) => !method.needsEncoder);

describe("every method of the registry", () => {
  test.each(withoutEncoder.map((method) => method.name))(
    "%s gives the same links twice, sorted, in range",
    async (name) => {
      const links = await (await prepared(name))(chapter);
      expect(await (await prepared(name))(chapter)).toEqual(links);
      expect(links.length).toBeGreaterThan(0);
      expect([...links].sort((a, b) => a.summary - b.summary || a.story - b.story)).toEqual(links);
      for (const { summary, story, confidence } of links) {
        expect(summary >= 0 && summary < 3 && story >= 0 && story < 5).toBe(true);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
      }
    },
  );

  test.each(withoutEncoder.map((method) => method.name))("%s respects pins", async (name) => {
    const linked = [{ summary: 0, story: 1 }];
    const forbidden = [
      { summary: 1, story: 2 },
      { summary: 2, story: 3 },
    ];
    const links = await (await prepared(name))(chapter, { pins: { linked, forbidden } });
    for (const cell of linked) expect(has(links, cell)).toBe(true);
    for (const cell of forbidden) expect(has(links, cell)).toBe(false);
  });

  const compared = withoutEncoder.filter(({ name }) => name !== defaultMethod);
  test.each(compared.map((method) => method.name))("%s refuses what would fill the memory", async (name) => {
    const [summary, story] = [1_000, 201].map((count) => Array.from({ length: count }, (_, k) => `Word ${k}.`));
    await expect((await prepared(name))({ ...chapter, summary: summary!, story: story! })).rejects.toThrow(
      '"A Walk", chapter 1: 1000 points and 201 paragraphs are too many for this method',
    );
  });

  test.each(withoutEncoder.map((method) => method.name))("%s answers for poor chapters", async (name) => {
    const aligner = await prepared(name);
    const shapes: [string[], string[]][] = [
      [[], []],
      [[], ["A story."]],
      [["A point."], []],
      [["One."], ["Two."]],
      [
        ["the", "of"],
        ["and", "", "to"],
      ],
      [["nothing shared"], ["other words", "entirely different"]],
      [Array(300).fill("x y"), ["x", "y"]],
    ];
    for (const [summary, story] of shapes) {
      const links = await aligner({ work: "w", number: 1, summary, story });
      for (const link of links) {
        expect(link.summary < summary.length && link.story < story.length).toBe(true);
        expect(Number.isFinite(link.confidence)).toBe(true);
      }
    }
  });
});

test("an aligner sees only the visible words", async () => {
  const aligner = await prepared("TFIDF");
  const visible = [...chapter.summary];
  visible[2] = "The rain.";
  expect((await aligner(chapter))[2]).toMatchObject({ summary: 2, story: 3 });
  expect((await aligner(chapter, { visible }))[2]).toMatchObject({ summary: 2, story: 4 });
  await expect(aligner(chapter, { visible: [] })).rejects.toThrow("0 points are visible");
});

test("a method that needs an encoder says so", async () => {
  await expect(prepared("BERT")).rejects.toThrow("no encoder was named");
});

test("a score that is no number is refused with the place", async () => {
  const encoder = {
    name: "broken",
    prepare: () => () => ({ rows: 3, columns: 5, values: new Float32Array(15).fill(Number.NaN) }),
  };
  const aligner = await findMethod("BERT").prepare(corpus, { encoder });
  await expect(aligner(chapter)).rejects.toThrow(/"broken" gave NaN for point 0 and story paragraph 0/);
});

test("names are found whatever their capitals; an unknown one lists what there is", () => {
  expect(findMethod("chronological-tfidf").name).toBe("Chronological-TFIDF");
  expect(() => findMethod("Magic")).toThrow(/no method "Magic"; there are No alignment, Random-1/);
  expect(new Set(methods.map((method) => method.name.toLowerCase())).size).toBe(methods.length);
  expect(paperMethods).toHaveLength(16);
});

describe("why a link", () => {
  test("names the shared words, heaviest first, the places and the rival", async () => {
    const aligner = await prepared("Chronological-TFIDF");
    const why = await aligner.explain?.(chapter, { summary: 1, story: 2 });
    expect(why?.words.map((each) => each.word).sort()).toEqual(["bridge", "mill"]);
    expect(why?.position).toEqual({ summary: 0.5, story: 0.5 });
    expect(why?.confidence).toBe(1);
    expect(why?.score).toBeGreaterThan(why?.rival?.score ?? 1);
  });

  test("knows names", async () => {
    const aligner = await prepared("TFIDF");
    const why = await aligner.explain?.(chapter, { summary: 0, story: 0 });
    expect(why?.words.find((each) => each.word === "Anna")?.name).toBe(true);
    expect(why?.words.find((each) => each.word === "door")?.name).toBe(false);
  });

  test("names like words with what the story has for them, where they count", async () => {
    const chapter = {
      work: "Tale",
      number: 0,
      summary: ["Dad weeps at the mill."],
      story: ["The miller's papa wept, and went home.", "The bridge was long.", "Rain fell on the mill."],
    };
    const wordsOf = async (name: string) => {
      const aligner = await findMethod(name).prepare(corpus, {});
      const why = await aligner.explain?.(chapter, { summary: 0, story: 0 });
      return why?.words.map(({ word, storyWord }) => [word, storyWord]).sort();
    };
    expect(await wordsOf("plotline")).toEqual([
      ["Dad", "papa"],
      ["weeps", "wept"],
    ]);
    expect(await wordsOf("BM25")).toEqual([]);
  });
});

describe("align", () => {
  test("takes paragraphs or whole texts and is the default method", async () => {
    const links = align(chapter.summary, chapter.story);
    expect(align(chapter.summary.join("\n\n"), chapter.story.join("\r\n \r\n"))).toEqual(links);
    expect(await (await prepared(defaultMethod))(chapter)).toEqual(links);
    for (const cell of [0, 1, 2].map((k) => ({ summary: k, story: [0, 2, 3][k]! })))
      expect(has(links, cell)).toBe(true);
  });

  test("respects pins and answers for nothing", () => {
    const pins = { linked: [{ summary: 2, story: 4 }], forbidden: [{ summary: 0, story: 0 }] };
    const links = align(chapter.summary, chapter.story, { pins });
    expect(has(links, { summary: 2, story: 4 })).toBe(true);
    expect(has(links, { summary: 0, story: 0 })).toBe(false);
    expect(align(chapter.summary, chapter.story, { pins: { linked: pins.linked } })).toContainEqual({
      summary: 2,
      story: 4,
      confidence: 1,
    });
    expect(align("", "")).toEqual([]);
    expect(align("One.", "")).toEqual([]);
    const anything: unknown[] = JSON.parse("[null, 7, [null], {}]");
    for (const text of anything) expect(() => Reflect.apply(align, undefined, ["One.", text])).toThrow("align() takes");
  });

  test("reads texts again when the caller has changed them in place", () => {
    const [summary, story] = [[...chapter.summary], [...chapter.story]];
    const links = align(summary, story);
    summary.reverse();
    expect(align(summary, story)).toEqual(align([...chapter.summary].reverse(), chapter.story));
    expect(align(chapter.summary, chapter.story)).toEqual(links);
  });
});
