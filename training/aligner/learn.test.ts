import { type Chapter, calibrate, featureReader, tiers, unpack } from "@plotline/align";
import { ground, story, summary } from "@plotline/align/testing";
import { describe, expect, test } from "vitest";
import { example } from "./example.ts";
import { learn, learningDefaults, linksBy } from "./learn.ts";
import { pack } from "./pack.ts";
import { dealt } from "./teachers.ts";

describe("learning", () => {
  const read = featureReader(tiers.table, ground);
  const examples = ["A", "B", "C", "D"].flatMap((work) =>
    [0, 1].map((number) => {
      const chapter: Chapter = {
        work,
        number,
        summary,
        story: number === 0 ? story : [...story].slice(0, 4),
        gold: [0, 1, 2].map((k) => ({ summary: k, story: [0, 2, 3][k]!, confidence: 1 })),
      };
      return example(chapter, read(chapter)());
    }),
  );
  const others = [read({ summary, story })()];
  const options = { ...learningDefaults, epochs: 4, members: 2, channels: 8, student: { channels: 8, passes: 4 } };

  test("is reproducible to the bit, and survives being packed", async () => {
    const model = await learn(examples, others, options);
    expect((await learn(examples, others, options)).members).toEqual(model.members);
    expect((await learn(examples, others, { ...options, seed: 2 })).members).not.toEqual(model.members);
    const again = unpack(JSON.parse(JSON.stringify(pack(model))));
    const [links, linksAgain] = [linksBy(model)(examples[0]!), linksBy(again)(examples[0]!)];
    expect(linksAgain.map(({ summary: s, story: d }) => [s, d])).toEqual(
      links.map(({ summary: s, story: d }) => [s, d]),
    );
  });

  test("learns what it is shown", async () => {
    const links = linksBy(
      await learn(examples, others, { ...options, epochs: 40, student: { channels: 8, passes: 40 } }),
    )(examples[0]!);
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
