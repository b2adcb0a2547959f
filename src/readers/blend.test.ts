import { describe, expect, test } from "vitest";
import { trainBlend } from "../../training/blend.ts";
import { random } from "../random.ts";
import { packBlend, unpackBlend } from "./blend.ts";

/** Two readers with their own mistakes: together they know more than either. */
function lessons(count: number, seed: number) {
  const next = random("lessons", seed);
  return Array.from({ length: count }, () => {
    const answer = Math.floor(next() * 4);
    const rows = Array.from({ length: 4 }, (_, k) =>
      [0, 1].map(() => (k === answer ? 0.6 : 0) + next() - 0.5).concat(next()),
    );
    return { rows, answer };
  });
}

const columns = ["one", "another", "noise"];

function right(score: (rows: number[][]) => readonly number[], asked: ReturnType<typeof lessons>): number {
  const hits = asked.filter(({ rows, answer }) => {
    const scores = score(rows);
    return scores.indexOf(Math.max(...scores)) === answer;
  });
  return hits.length / asked.length;
}

describe("a blend of readers", async () => {
  const blend = await trainBlend(columns, lessons(400, 1), { passes: 8, size: 32, rate: 1e-2, seed: 1 });
  const asked = lessons(400, 2);

  test("is right more often than each of them", () => {
    const both = right((rows) => blend.scores(rows), asked);
    for (const column of [0, 1]) expect(both).toBeGreaterThan(right((rows) => rows.map((row) => row[column]!), asked));
  });

  test("gives every option a score of its own, whatever the order", () => {
    const { rows } = asked[0]!;
    const turned = blend.scores([...rows].reverse()).reverse();
    for (const [k, score] of blend.scores(rows).entries()) expect(score).toBeCloseTo(turned[k]!, 5);
  });

  test("survives being packed, and refuses other columns and too many options", () => {
    const again = unpackBlend(JSON.parse(JSON.stringify(packBlend(blend))), columns);
    const { rows } = asked[0]!;
    for (const [k, score] of again.scores(rows).entries()) expect(score).toBeCloseTo(blend.scores(rows)[k]!, 2);
    expect(() => unpackBlend(packBlend(blend), ["one"])).toThrow(/another version/);
    expect(() => blend.scores(Array.from({ length: 11 }, () => [0, 0, 0]))).toThrow(/11 options/);
  });
});
