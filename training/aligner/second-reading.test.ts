import { type Chapter, featureReader, tiers } from "@plotline/align";
import { ground, story, summary } from "@plotline/align/testing";
import { expect, test } from "vitest";
import { example } from "./example.ts";
import { SecondReading } from "./second-reading.ts";

const chapter: Chapter = { work: "A", number: 2, summary, story, gold: [{ summary: 0, story: 1, confidence: 1 }] };
const links = summary.map((_, point) => (point === 0 ? [1, 2, 2] : []));
const row = JSON.stringify({ work: "A", chapter: 2, links });

test("where two readers differ, the aligner learns a half; where there is one, what that one says", () => {
  const features = featureReader(tiers.table, ground)(chapter)();
  const first = [...example(chapter, features).targets].slice(0, 4);
  expect(first).toEqual([0, 1, 0, 0]);
  const second = new SecondReading(`${row}\n`, "second.jsonl");
  expect([...example(chapter, features, second.of(chapter)).targets].slice(0, 4)).toEqual([0, 1, 0.5, 0]);
  expect(second.of({ ...chapter, number: 3 })).toBeUndefined();
  expect(second.of({ ...chapter, work: "B" })).toBeUndefined();
});

test("a reading of another text, or of no text, is refused with a sentence", () => {
  const other = new SecondReading(row, "second.jsonl");
  expect(() => other.of({ ...chapter, story: story.slice(0, 2) })).toThrow(/second\.jsonl links points or paragraphs/);
  expect(() => other.of({ ...chapter, summary: summary.slice(1) })).toThrow(/chapter 3 of "A"/);
  for (const text of ["{", "[]", '{"work":"A"}', '{"work":"A","chapter":-1,"links":[]}'])
    expect(() => new SecondReading(`${row}\n${text}`, "second.jsonl")).toThrow(/second\.jsonl: line 2/);
});
