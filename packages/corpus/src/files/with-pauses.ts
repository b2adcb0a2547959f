import { setImmediate } from "node:timers/promises";

/** The same items, with a pause now and then so that Ctrl-C, progress and other requests are handled. */
export async function* withPauses<T>(items: Iterable<T>, every = 32): AsyncGenerator<T> {
  let passed = 0;
  for (const item of items) {
    if (++passed % every === 0) await setImmediate();
    yield item;
  }
}
