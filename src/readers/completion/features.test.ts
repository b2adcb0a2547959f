import { expect, test } from "vitest";
import { WorkEvidence } from "./evidence.ts";
import { featureNames, readItem, rowsOf } from "./features.ts";
import { beforeShares, orderScores } from "./order.ts";
import { likelyPlaces, type Place, windowsOf } from "./place.ts";

const story = [
  "The miller woke before dawn and lit the lamp in the kitchen.",
  "He walked down to the river, where the wheel stood still in the ice.",
  "At noon the carter came with seven sacks of barley and bad news.",
  "The bridge had fallen in the night, the carter said, and the ferry with it.",
  "In the evening the miller counted his coins and locked the iron box.",
  "His daughter played the fiddle until the neighbours knocked on the wall.",
];
const chapters = [
  { number: 1, story },
  { number: 2, story: ["A ship came into harbour with a cargo of oranges.", "The sailors sang about the whale."] },
];
const asked = {
  prefix: "The miller goes down to",
  options: [
    { text: "the river and finds the wheel frozen in the ice." },
    { text: "his iron box and counts the coins." },
    { text: "hear his daughter play the fiddle, to the neighbours' dismay." },
    { text: "the harbour, where sailors sing of a whale." },
  ],
};
const column = (name: string) => {
  const at = featureNames.indexOf(name);
  expect(at, name).toBeGreaterThanOrEqual(0);
  return at;
};

function rowsAt(place: Omit<Place, "bullets">, item = asked) {
  const evidence = new WorkEvidence(chapters);
  const [matches] = evidence.matches([item], chapters[0]!);
  return rowsOf(
    readItem(item, matches!, evidence.rankOf(1)),
    { bullets: 6, ...place },
    item.options.map(() => 0),
  );
}

test("a continuation is lifted where its own paragraph is the context", () => {
  const values = rowsAt({ protocol: "paper", index: 1, context: [1] }).map((row) => row[column("near: lift")]!);
  expect(values[0]).toBeGreaterThan(Math.max(...values.slice(1)));
  const elsewhere = rowsAt({ protocol: "paper", index: 4, context: [4] }).map((row) => row[column("near: lift")]!);
  expect(elsewhere[1]).toBeGreaterThan(Math.max(elsewhere[0]!, elsewhere[2]!, elsewhere[3]!));
});

test("the place that a candidate would have as the bullet is compared with the place it got", () => {
  const rows = rowsAt({ protocol: "paper", index: 1, context: [1] });
  expect(rows.map((row) => row[column("alike: in context")])).toEqual([1, 0, 0, 0]);
  expect(rows[0]![column("alike: rank")]).toBe(0);
  expect(rows[2]![column("alike: rank")]).toBeGreaterThan(0);
});

test("a continuation borrowed from another chapter is seen to be of that chapter", () => {
  const shares = rowsAt({ protocol: "paper", index: 1, context: [1] }).map((row) => row[column("chapter: share")]!);
  expect(shares[3]).toBeLessThan(Math.min(...shares.slice(0, 3)));
});

test("without a context every number is finite", () => {
  for (const protocol of ["paper", "blind"] as const)
    for (const row of rowsAt({ protocol, index: 0, context: [] })) expect([...row].every(Number.isFinite)).toBe(true);
});

test("rows follow their options, whatever the order", () => {
  const place = { protocol: "blind", index: 2, context: [1, 2] } as const;
  const order = [2, 0, 3, 1];
  const rows = rowsAt(place);
  const turned = rowsAt(place, { ...asked, options: order.map((k) => asked.options[k]!) });
  order.forEach((from, to) => {
    turned[to]!.forEach((value, k) => void expect(value).toBeCloseTo(rows[from]![k]!, 4));
  });
});

test("an item's matches do not depend on what else is asked", () => {
  const evidence = new WorkEvidence(chapters);
  const other = { prefix: "The carter brings seven sacks", options: [{ text: "of barley." }, { text: "of oranges." }] };
  const [alone] = evidence.matches([asked], chapters[0]!);
  const [, together] = new WorkEvidence(chapters).matches([other, asked], chapters[0]!);
  expect(together).toEqual(alone);
});

test("windows are shares of one, and a blind place follows the first tokens", () => {
  const evidence = new WorkEvidence(chapters);
  const prefixes = ["The lamp is lit in", "The carter brings barley and", "The iron box is locked"];
  const likely = likelyPlaces(prefixes, { story }, evidence.bm25);
  const rows = prefixes.map((_, k) => Float64Array.from(likely.values.subarray(k * 6, (k + 1) * 6)));
  rows.forEach((row, index) => {
    const windows = windowsOf(
      { protocol: "blind", index, bullets: 3, context: [], likely: row },
      6,
      new Float64Array(6),
    );
    for (const window of [windows.near, windows.wide, windows.diagonal, windows.said])
      expect(window.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
    expect(windows.near.indexOf(Math.max(...windows.near))).toBe([0, 2, 4][index]);
  });
});

test("as many options stand before a bullet as its number says", () => {
  expect([...beforeShares(0, 10, 9)]).toEqual([1, ...new Array(9).fill(0)]);
  const last = beforeShares(9, 10, 9);
  expect(last[9]).toBeCloseTo(1, 12);
  const middle = beforeShares(5, 21, 9);
  expect(middle.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  expect(middle.reduce((sum, share, k) => sum + share * k, 0)).toBeCloseTo((9 * 5) / 20, 9);
  const borrowed = beforeShares(0, 4, 9);
  expect(borrowed.reduce((sum, share, k) => sum + share * k, 0)).toBeCloseTo(3, 9);
});

test("of options whose places are known, the one in turn scores best", () => {
  const at = (place: number) => Float64Array.from({ length: 10 }, (_, j) => (j === place ? 0.9 : 0.1 / 9));
  const places = [7, 2, 5, 0, 9].map(at);
  const even = new Float64Array(10).fill(0.1);
  const best = [0, 1, 2, 3, 4].map((index) => {
    const scores = orderScores(places, even, { index, bullets: 5 });
    return scores.indexOf(Math.max(...scores));
  });
  expect(best).toEqual([3, 1, 2, 0, 4]);
});
