import { describe, test } from "vitest";
import { type Component, missing } from "../../../../scripts/components.mjs";

/**
 * `describe` and `test` for what runs only with components that `npm ci` does not bring: skipped where one is missing. The
 * reporter looks for `needs("…")` in a skipped test's file to say why.
 */
export function needs(...all: readonly Component[]): {
  readonly describe: typeof describe;
  readonly test: typeof test;
} {
  const skips = all.some((component) => missing(component) !== undefined);
  return { describe: describe.skipIf(skips) as typeof describe, test: test.skipIf(skips) as typeof test };
}
