import { expect, test } from "vitest";
import { stopAfterStep } from "./interrupt.ts";

test("before training has begun Ctrl-C is left alone, which ends the process at once", () => {
  const before = process.listenerCount("SIGINT");
  const stop = stopAfterStep(true);
  expect(process.listenerCount("SIGINT")).toBe(before);
  stop.begin();
  stop.begin();
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  process.emit("SIGINT");
  expect(stop.signal.aborted).toBe(true);
  stop.forget();
  expect(process.listenerCount("SIGINT")).toBe(before);
});
