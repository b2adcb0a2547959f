import { expect, test } from "vitest";
import { bulletGroups, sentenceGroups } from "../../../../training/completion/examples.ts";
import { type CoherenceOptions, learnCoherence } from "../../../../training/completion/learn.ts";
import { random } from "../../../random.ts";
import { begunRows, continuedRows, stretchOf } from "./cut.ts";
import { packNetwork, product, unpackNetwork } from "./network.ts";
import { noToken, rowsOfToken, rowsPerToken, tableRows } from "./spelling.ts";

const options: CoherenceOptions = {
  words: 512,
  endings: 128,
  given: 5,
  opening: 4,
  rest: 4,
  width: 8,
  hidden: 16,
  meeting: 8,
  dropout: 0,
  storyPasses: 0,
  bulletPasses: 60,
  batch: 32,
  rate: 1e-2,
  seed: 1,
  threads: 1,
};

/** "… wants to" continues with what is done, "… looks at the" with what there is. */
const names = ["Anna", "Bertram", "Clara", "Dorian", "Edith", "Frank", "Gerda", "Hugo"];
const things = ["lamp", "river", "horse", "garden"];
const deeds = ["sleep", "leave", "sing", "wait"];
const summaries = names.map((name, k) => ({
  summary: [
    `${name} now only wants to ${deeds[k % 4]} for the whole day.`,
    `${name} still looks at the ${things[k % 4]} in front of the house.`,
  ],
}));

test("tokens are four rows of the table; numbers and marks have shapes of their own", () => {
  const rows = ["Walking", "walking", "1851", "—"].map((text) => rowsOfToken(text, options));
  expect(rows.every((own) => own.length === rowsPerToken && own.every((row) => row < noToken(options)))).toBe(true);
  expect(rows[0]![0]).toBe(rows[1]![0]);
  expect(new Set(rows.map((own) => own[3])).size).toBe(4);
  expect(rowsOfToken("1900", options)).toEqual(rowsOfToken("1851", options));
  expect(Math.max(...rows.flat())).toBeLessThan(tableRows(options));
});

test("a short start is filled from the left, a short continuation from the right", () => {
  const begun = begunRows("Oh, no", options, options);
  expect([...begun.subarray(0, 8)]).toEqual(new Array(8).fill(noToken(options)));
  const { opening, length } = continuedRows("the end.", options, options);
  expect(length).toBe(0);
  expect([...opening.subarray(12)]).toEqual(new Array(4).fill(noToken(options)));
  expect([0, 1, 5, 9, 10].map((index) => stretchOf(index, 11))).toEqual([0, 1, 2, 3, 4]);
  expect(stretchOf(0, 1)).toBe(0);
});

test("it learns how sentences continue, the same for one seed, and survives being packed", async () => {
  const groups = bulletGroups(summaries.slice(0, 6), options);
  const network = await learnCoherence([], groups, options);
  const again = await learnCoherence([], groups, options);
  expect(again.weights).toEqual(network.weights);
  const packed = unpackNetwork(JSON.parse(JSON.stringify(packNetwork(network))));
  for (const { sizes } of [network, packed]) expect(sizes.width).toBe(8);
  for (const own of [network, packed])
    for (const { summary } of summaries.slice(6)) {
      const cut = bulletGroups([{ summary }], options)[0]!;
      const scores = cut.map(({ begun, stretch }) =>
        cut.map((text) => product(own.begun(begun, stretch), own.continued(text))),
      );
      expect(scores[0]![0]).toBeGreaterThan(scores[0]![1]!);
      expect(scores[1]![1]).toBeGreaterThan(scores[1]![0]!);
    }
});

test("sentences are drawn from each chapter, in groups", () => {
  const long = (k: number) => `The ${things[k % 4]} that stood near the old house had been painted ${k} times by then.`;
  const story = Array.from({ length: 40 }, (_, k) => `${long(k)} Short one. ${long(k + 1)}`);
  const groups = sentenceGroups([{ story }], options, { perChapter: 20, next: random(1) });
  expect(groups.map((group) => group.length)).toEqual([15, 5]);
});

test("weights of another size are refused with a sentence", () => {
  const sizes = { ...options };
  expect(() => unpackNetwork({ sizes, weights: {} })).toThrow(/another version/);
});
