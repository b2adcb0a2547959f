import { random } from "@plotline/base";
import { describe, expect, test } from "vitest";
import { confidenceOf, fitCalibration, type LinkOutcome, shippedCalibration } from "./calibration.ts";
import { steps } from "./prompt/prompt.ts";

describe("confidence", () => {
  test("follows what the model said and what plotline thinks", () => {
    const at = (step: (typeof steps)[number], odds: number) => confidenceOf(shippedCalibration, step, odds);
    expect(at("certain", 0)).toBeGreaterThan(at("likely", 0));
    expect(at("likely", 0)).toBeGreaterThan(at("possible", 0));
    expect(at("likely", 3)).toBeGreaterThan(at("likely", -3));
    expect(at("certain", 1e9)).toBe(at("certain", 50));
  });

  test("is found again from links drawn with it", () => {
    const truth = { sure: { certain: 2, likely: 0.5, possible: -1 }, odds: 0.4 };
    const next = random("calibration");
    const outcomes: LinkOutcome[] = Array.from({ length: 6000 }, (_, k) => {
      const sure = steps[k % 3]!;
      const odds = 8 * next() - 4;
      return { work: "w", sure, odds, right: next() < confidenceOf(truth, sure, odds) };
    });
    const found = fitCalibration(outcomes);
    for (const step of steps) expect(Math.abs(found.sure[step] - truth.sure[step])).toBeLessThan(0.25);
    expect(Math.abs(found.odds - truth.odds)).toBeLessThan(0.1);
  });

  test("stays what ships without gold, and finite with little", () => {
    expect(fitCalibration([])).toEqual(shippedCalibration);
    const few = fitCalibration([{ work: "w", sure: "possible", odds: -40, right: true }]);
    expect(Object.values(few.sure).every(Number.isFinite)).toBe(true);
  });
});
