/** The same items, with a pause now and then so that Ctrl-C, progress and other requests are handled. */
export async function* withPauses<T>(items: Iterable<T>, every = 32): AsyncGenerator<T> {
  let passed = 0;
  for (const item of items) {
    if (++passed % every === 0) await pause();
    yield item;
  }
}

/** A browser has no setImmediate. */
function pause(): Promise<void> {
  return new Promise((resume) => (typeof setImmediate === "function" ? setImmediate(resume) : setTimeout(resume)));
}
