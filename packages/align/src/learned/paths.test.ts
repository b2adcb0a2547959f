import { multiply } from "@plotline/nn";
import { gradientError } from "@plotline/nn/testing";
import { expect, test } from "vitest";
import { passing } from "./paths.ts";

test.each([
  [1, 1],
  [1, 6],
  [4, 1],
  [3, 7],
])("the gradient of passing, for %i × %i", async (rows, columns) => {
  const steep = (next: () => number) => 3 * (2 * next() - 1);
  const error = await gradientError(
    (scores) => passing(multiply(scores as never, 2)),
    [{ shape: [rows, columns], draw: steep }],
    {},
    rows,
    "portable",
  );
  expect(error).toBeLessThan(1e-5);
});
