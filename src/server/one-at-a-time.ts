import { Problem } from "../problem.ts";

/** How many may wait for their turn. */
const mostWaiting = 4;

/** One at a time, in the order in which they came; where many wait already, whoever comes is told so. */
export function oneAtATime(busyWith: string): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting > mostWaiting) throw new Problem(`${busyWith} at this moment; try again when it is done.`);
    waiting++;
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn.finally(() => waiting--);
  };
}
