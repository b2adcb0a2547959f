import { describe, test } from "vitest";
import { type Component, missing } from "../../../../scripts/components.mjs";

/**
 * `describe` and `test` for what runs only with a component that npm does not bring: skipped where it is missing. The
 * reporter looks for `needs("…")` in a skipped test's file to say why.
 */
export function needs(component: Component): { readonly describe: typeof describe; readonly test: typeof test } {
  const skips = missing(component) !== undefined;
  return { describe: describe.skipIf(skips) as typeof describe, test: test.skipIf(skips) as typeof test };
}
