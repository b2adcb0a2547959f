import { expect, test } from "vitest";
import { memo } from "./once.ts";

test("a thing is computed once, whatever comes out; another thing for itself", () => {
  let asked = 0;
  const lengthOf = memo((words: readonly string[]) => {
    asked++;
    return words[0]?.length;
  });
  const [none, one] = [[], ["three"]];
  expect([lengthOf(none), lengthOf(none), lengthOf(one), lengthOf(one)]).toEqual([undefined, undefined, 5, 5]);
  expect(asked).toBe(2);
});
