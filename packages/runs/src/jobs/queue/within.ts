/** How often the time that has passed is counted. */
const tick = 100;

/**
 * Waits for something, but not for ever. Only time in which this process could have heard the answer counts: one that
 * was suspended, or that a busy machine gave no time, has not waited.
 */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let waited = 0;
    timer = setInterval(() => {
      waited += tick;
      if (waited >= milliseconds) reject(new NoAnswer());
    }, tick);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearInterval(timer);
  }
}

export class NoAnswer extends Error {
  override readonly message = "it does not answer";
}
