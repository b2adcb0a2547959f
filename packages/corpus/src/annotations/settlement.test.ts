import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addWork } from "../changes/add-works.ts";
import { writeSummary } from "../changes/write-summary.ts";
import { openCorpus } from "../open.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { add, noHistory } from "./history.ts";
import type { SettlementStep, SheetStep } from "./schemas.ts";
import { goldOf, isUndecided, type Settlement, standingsOf } from "./settlement.ts";
import { earlierGold, readSettling, restoreGold, writeSettledGold } from "./settlement-store.ts";
import { decided, emptySheet, pointToResume } from "./sheet.ts";

const points = 4;
const answers = fc.array(fc.option(fc.uniqueArray(fc.nat(5), { maxLength: 3 })), {
  minLength: points,
  maxLength: points,
});
const choice = fc.record({
  act: fc.constant("settle" as const),
  summary: fc.nat(points - 1),
  stories: fc.option(fc.uniqueArray(fc.nat(5), { maxLength: 3 })),
});

/** A sheet with these answers: null where the point was not looked at, empty where it has no match. */
function voice(name: string, given: readonly (readonly number[] | null)[]) {
  const steps = given.flatMap((stories, summary): SheetStep[] => {
    if (stories === null) return [];
    if (stories.length === 0) return [{ act: "commentary", summary, is: true }];
    return [{ act: "link", cells: stories.map((story) => ({ summary, story })) }];
  });
  return { name, decided: decided(steps.reduce(add, emptySheet)) };
}

const settlementOf = (steps: readonly SettlementStep[]) => steps.reduce<Settlement>(add, noHistory);
const sorted = (stories: readonly number[]) => [...stories].sort((a, b) => a - b);

describe("how points stand", () => {
  test("a point has links only from a choice, or where everyone gave the same answer; silence is no answer", () => {
    fc.assert(
      fc.property(answers, answers, fc.array(choice, { maxLength: 4 }), (ada, ben, choices) => {
        const standings = standingsOf([voice("Ada", ada), voice("Ben", ben)], settlementOf(choices), points);
        for (const { point, stories, state } of standings) {
          const last = choices.findLast(({ summary }) => summary === point)?.stories ?? null;
          const [one, other] = [ada[point] ?? null, ben[point] ?? null];
          const agreed = one !== null && other !== null && sorted(one).join() === sorted(other).join() ? one : null;
          expect(stories).toEqual(last === null ? (agreed === null ? undefined : sorted(agreed)) : sorted(last));
          if (one === null && other === null && last === null) expect(state).toBe("unseen");
        }
      }),
    );
  });

  test("what is undecided has no row of its own: it keeps the gold that it had, or is empty where that is asked for", () => {
    fc.assert(
      fc.property(answers, answers, (ada, ben) => {
        const standings = standingsOf([voice("Ada", ada), voice("Ben", ben)], noHistory, points);
        const gold = [0, 1, 2, 3].map((summary) => ({ summary, story: 5 - summary, confidence: 1 }));
        const open = new Set(standings.filter(isUndecided).map(({ point }) => point));
        const kept = goldOf(standings, "keep", gold);
        for (const point of open) expect(kept).toContainEqual({ summary: point, story: 5 - point });
        for (const { summary } of goldOf(standings, "empty", gold)) expect(open).not.toContain(summary);
      }),
    );
  });
});

test("an annotator resumes at the point that was touched last, or at the next one that is open", () => {
  const done = (summary: number): SheetStep => ({ act: "done", summary, is: true });
  const link = (summary: number): SheetStep => ({ act: "link", cells: [{ summary, story: 0 }] });
  const after = (...steps: SheetStep[]) => pointToResume(steps.reduce(add, emptySheet), points);
  expect(after()).toBe(0);
  expect(after(link(2))).toBe(2);
  expect(after(link(2), done(2))).toBe(3);
  expect(after(done(3))).toBe(0);
  expect(after(done(0), done(1), done(2), done(3))).toBe(3);
});

test("gold that is replaced is kept, and is put back only where it still fits the texts", async () => {
  const folder = temporaryFolder({});
  const gold = [{ summary: 0, story: 0, confidence: 1 }];
  await addWork(folder, { title: "A", chapters: [{ story: ["One.", "Two."], summary: ["First."], gold }] });
  mkdirSync(join(folder, "settlements/A"), { recursive: true });
  const steps = [{ act: "settle", summary: 0, stories: [1] }];
  const settle = () =>
    writeFileSync(join(folder, "settlements/A/0.json"), JSON.stringify({ revision: 1, steps, position: 1 }));
  settle();
  const goldFile = () => readFileSync(join(folder, "manual_alignments/A/0.txt"), "utf8");
  const write = { number: 0, undecided: "refuse" as const, seen: gold, sheets: {}, revision: 1 };
  await writeSettledGold(folder, "A", "Cora", write);
  expect(goldFile()).toBe("S0: 1\n");
  const corpus = await openCorpus(folder);
  const [work] = corpus.works;
  expect((await readSettling(corpus, work!, 0)).settlement.written).toMatchObject({ by: "Cora", annotators: [] });
  const [earlier = ""] = await earlierGold(corpus, work!, 0);
  await restoreGold(folder, "A", 0, { seen: [{ summary: 0, story: 1 }], earlier });
  expect(goldFile()).toBe("S0: 0\n");
  await writeSummary(folder, "A", new Map([[0, ["Other.", "Words."]]]));
  expect(existsSync(join(folder, "settlements/A/0.json"))).toBe(false);
  expect(await earlierGold(await openCorpus(folder), work!, 0)).toEqual([]);
});
