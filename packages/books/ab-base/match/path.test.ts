import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPath, type PathScores, type Run } from "./path.ts";

interface Small {
  readonly chapters: number;
  readonly runs: Run[][];
  readonly skips: number[];
  readonly gaps: number[];
}

const score = fc.double({ min: -5, max: 5, noNaN: true });
const small: fc.Arbitrary<Small> = fc.integer({ min: 1, max: 4 }).chain((chapters) => {
  const run = fc
    .tuple(fc.nat(chapters - 1), fc.nat(2), score)
    .map(([from, more, value]) => ({ from, to: Math.min(chapters - 1, from + more), score: value }));
  const runs = fc.uniqueArray(run, { maxLength: 6, selector: ({ from, to }) => `${from} ${to}` });
  return fc.integer({ min: 1, max: 4 }).chain((sections) =>
    fc.record({
      chapters: fc.constant(chapters),
      runs: fc.array(runs, { minLength: sections, maxLength: sections }),
      skips: fc.array(score, { minLength: sections, maxLength: sections }),
      gaps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: sections, maxLength: sections }),
    }),
  );
});

function scores({ chapters, runs, skips, gaps }: Small): PathScores {
  return {
    sections: runs.length,
    chapters,
    runs: (i) => runs[i]!,
    skip: (i) => skips[i]!,
    gap: (i) => gaps[i]!,
    onTime: 1.5,
    anyTime: -1.5,
  };
}

/** Every way, with its weight: on time counts beside any time, as two ways of coming there. */
function* ways(
  problem: Small,
  i = 0,
  end = -1,
  taken = false,
): Generator<{ runs: (Run | undefined)[]; weight: number; best: number }> {
  if (i === problem.runs.length) {
    yield { runs: [], weight: 1, best: 0 };
    return;
  }
  for (const rest of ways(problem, i + 1, end, false)) {
    const skip = problem.skips[i]!;
    yield { runs: [undefined, ...rest.runs], weight: Math.exp(skip) * rest.weight, best: skip + rest.best };
  }
  for (const run of problem.runs[i]!) {
    if (run.from <= end) continue;
    const onTime = taken && run.from - end === problem.gaps[i]!;
    const step = taken ? Math.exp(-1.5) + (onTime ? Math.exp(1.5) : 0) : 1;
    const bestStep = taken ? (onTime ? 1.5 : -1.5) : 0;
    for (const rest of ways(problem, i + 1, run.to, true)) {
      yield {
        runs: [run, ...rest.runs],
        weight: Math.exp(run.score) * step * rest.weight,
        best: run.score + bestStep + rest.best,
      };
    }
  }
}

test("no other way scores higher, and probabilities are shares of all ways", () => {
  fc.assert(
    fc.property(small, (problem) => {
      const all = [...ways(problem)];
      const total = all.reduce((sum, { weight }) => sum + weight, 0);
      const path = bestPath(scores(problem));
      const same = (way: (Run | undefined)[]) =>
        way.every((run, i) => run?.from === path[i]?.from && run?.to === path[i]?.to);
      const mine = Math.max(...all.filter(({ runs }) => same(runs)).map(({ best }) => best));
      expect(mine).toBeCloseTo(Math.max(...all.map(({ best }) => best)), 9);
      for (const [i, choice] of path.entries()) {
        if (choice === undefined) continue;
        const share = all.filter(({ runs }) => runs[i]?.from === choice.from && runs[i]?.to === choice.to);
        expect(choice.probability).toBeCloseTo(share.reduce((sum, { weight }) => sum + weight, 0) / total, 9);
      }
    }),
  );
});

test("choices never overlap and never go back", () => {
  fc.assert(
    fc.property(small, (problem) => {
      const taken = bestPath(scores(problem)).flatMap((choice) => choice ?? []);
      for (const [k, { from, to }] of taken.entries()) {
        expect(to).toBeGreaterThanOrEqual(from);
        if (k > 0) expect(from).toBeGreaterThan(taken[k - 1]!.to);
      }
    }),
  );
});

test("nothing to match is no path", () => {
  expect(bestPath(scores({ chapters: 3, runs: [], skips: [], gaps: [] }))).toEqual([]);
  expect(bestPath(scores({ chapters: 0, runs: [[]], skips: [0], gaps: [1] }))).toEqual([undefined]);
});
