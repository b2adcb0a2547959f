import { readFileSync } from "node:fs";
import { logistic, random } from "@plotline/base";
import { describe, expect, test } from "vitest";
import { type CellOutcome, fitCalibration, oddsWith, shippedCalibration, worthless } from "./calibration.ts";
import { calibrationFile } from "./testing/recorded.ts";

describe("what a model's word is worth", () => {
  test("follows what it says and what plotline thinks", () => {
    const at = (said: CellOutcome["said"], odds: number) => oddsWith(shippedCalibration, said, odds);
    expect(at("certain", 0)).toBeGreaterThan(at("likely", 0));
    expect(at("likely", 0)).toBeGreaterThan(at("possible", 0));
    expect(at("possible", 0)).toBeGreaterThan(at("unnamed", 0));
    expect(at("likely", 3)).toBeGreaterThan(at("likely", -3));
    expect(at("certain", 1e9)).toBe(at("certain", 50));
  });

  test("is found again from answers drawn with it", () => {
    const truth = { said: { certain: 2, likely: 0.5, possible: 0, unnamed: -1 }, odds: 0.8 };
    const found = fitCalibration(drawn(4000, (said, odds) => logistic(oddsWith(truth, said, odds))));
    // Only differences count: what all have in common is plotline's own.
    expect(found.said.certain - found.said.unnamed).toBeCloseTo(3, 0);
    expect(found.said.certain - found.said.likely).toBeCloseTo(1.5, 0);
  });

  test("is nothing where the right links do not depend on it", () => {
    const found = fitCalibration(drawn(4000, (_, odds) => logistic(odds)));
    for (const value of Object.values(found.said)) expect(Math.abs(value)).toBeLessThan(0.2);
    expect(found.odds).toBeCloseTo(1, 1);
  });

  test("stays what ships without gold, and finite with little", () => {
    const shipped = fitCalibration([]);
    for (const said of ["certain", "unnamed"] as const)
      expect(shipped.said[said]).toBeCloseTo(shippedCalibration.said[said]);
    const few = fitCalibration([{ work: "w", said: "possible", odds: -40, right: true }]);
    expect(Object.values(few.said).every(Number.isFinite)).toBe(true);
  });

  test("is in the file that its command writes: training/judge-calibration.ts", async () => {
    const { text, outcomes } = await calibrationFile();
    expect(outcomes.filter(({ said }) => said !== "unnamed")).toHaveLength(283);
    expect(text).toBe(readFileSync(new URL("data/calibration.json", import.meta.url), "utf8"));
    expect(worthless.odds).toBe(1);
  });
});

function drawn(count: number, chance: (said: CellOutcome["said"], odds: number) => number): CellOutcome[] {
  const next = random("calibration");
  return Array.from({ length: count }, (_, k) => {
    const said = (["certain", "likely", "possible", "unnamed"] as const)[k % 4]!;
    const odds = 8 * next() - 4;
    return { work: "w", said, odds, right: next() < chance(said, odds) };
  });
}
