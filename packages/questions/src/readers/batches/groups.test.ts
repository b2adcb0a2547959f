import { random } from "@plotline/base";
import { model, type Values } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Encoded } from "../encoding/examples.ts";
import { readerModel } from "../reader.ts";
import { trainDefaults } from "../settings.ts";
import { toyCorpus, toyModel } from "../testing/toy.ts";
import { completionBatch, type WritingUnit } from "./completion-batch.ts";
import { type Begun, groupOf, inGroups } from "./groups.ts";
import { unitsOf } from "./units.ts";

const pages = 12;
const begun: fc.Arbitrary<Begun> = fc.record({
  text: fc.integer({ min: 1, max: 30 }).map((length): Encoded => new Int32Array(length)),
  reads: fc.uniqueArray(fc.nat(pages - 1), { maxLength: 6 }),
});

/** Groups times tokens written times tokens read, each as in the largest group. */
function area(groups: ReturnType<typeof inGroups>, lengths: readonly number[]): number {
  const written = groups.map(({ texts }) => texts.reduce((sum, { text }) => sum + text.length, 0));
  const read = groups.map(({ pages: own }) => own.reduce((sum, page) => sum + (lengths[page] ?? 0), 0));
  return groups.length * Math.max(0, ...written) * Math.max(0, ...read);
}

test("every text is in one group, in its order, with all that it reads, and groups never mix chapters", () => {
  const chapters = fc.array(fc.array(begun, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
  const sizes = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: pages, maxLength: pages });
  fc.assert(
    fc.property(chapters, sizes, (given, lengths) => {
      const groups = inGroups(given, lengths);
      expect(groups.flatMap(({ texts }) => texts)).toEqual(given.flat());
      for (const { texts, pages: own } of groups) {
        expect(new Set(texts.flatMap(({ reads }) => reads))).toEqual(new Set(own));
        expect(given.some((chapter) => texts.every((text) => chapter.includes(text)))).toBe(true);
      }
    }),
  );
});

test("bullets that read a page each are cut apart; bullets that read everything stay together", () => {
  const lengths = Array(24).fill(60);
  const bullets = (reads: (k: number) => number[]): Begun[] =>
    lengths.map((_, k) => ({ text: new Int32Array(30), reads: reads(k) }));
  const apart = inGroups([bullets((k) => [k])], lengths);
  const whole = inGroups([bullets(() => [...lengths.keys()])], lengths);
  expect(whole).toHaveLength(1);
  expect(area(apart, lengths)).toBeLessThan(area(whole, lengths) / 8);
});

test("the decoder has the same loss and gradient in groups as over whole chapters", async () => {
  const { data, contexts } = toyCorpus(2, 3);
  const units = unitsOf(data.works, contexts).map((unit, k): WritingUnit => {
    const writings = unit.chapter.bullets.map(({ text }, bullet) => ({ bullet, text }));
    // Neighbours share a paragraph, so that groups do too.
    const shared = unit.contexts.map((own, bullet) => (k % 2 === 0 ? [...new Set([...own, bullet, bullet - 1])] : own));
    return { ...unit, contexts: shared.map((own) => own.filter((place) => place >= 0)), writings };
  });
  const given = { ...toyModel, words: data.words, tokens: 1000, samples: 16 };
  const batch = (grouped?: typeof inGroups): Values => completionBatch(units, { ...given, next: random(1) }, grouped);
  const [grouped, whole] = [batch(), batch((chapters) => chapters.map(groupOf))];
  expect(grouped["document.places"]?.shape[0]).toBeGreaterThan(units.length);
  expect(grouped["document.back"]?.shape[0]).toBeGreaterThan(1);
  expect(whole["document.places"]?.shape[0]).toBe(units.length);
  const replicas = await Replicas.open(
    model(readerModel("completion", toyModel, data.words, { ...trainDefaults, samples: 16 })),
  );
  const results = [];
  for (const values of [grouped, whole])
    results.push({
      ...(await replicas.differentiate([{ values, weight: 1 }], { step: 1, seed: 1 })),
      gradient: replicas.memory.gradients[0]?.slice() ?? [],
    });
  await replicas.close();
  const [inGroupsOf, together] = results;
  expect(inGroupsOf?.loss).toBeCloseTo(together?.loss ?? 0, 5);
  expect(inGroupsOf?.norm).toBeCloseTo(together?.norm ?? 0, 5);
  for (const [k, value] of (inGroupsOf?.gradient ?? []).entries())
    expect(value).toBeCloseTo(together?.gradient[k] ?? 0, 5);
});
