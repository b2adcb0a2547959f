import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { threadCount } from "./executor.ts";

test("threads are counted from 1", () => {
  expect(threadCount("3")).toBe(3);
  for (const wrong of ["0", "-1", "two", "1.5", "", "1000"])
    expect(() => threadCount(wrong)).toThrow(InvalidArgumentError);
});
