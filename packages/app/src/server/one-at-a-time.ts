import { ClientLeft, TooBusy } from "./refusals.ts";

const mostWaiting = 4;

/** Does some work when its turn has come; the signal cancels the wait, and is passed to the work. */
type InTurn = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** One at a time, in order of arrival; where too many are waiting, a request is refused. */
export function oneAtATime(busyWith: string): InTurn {
  const waiting = new Set<() => void>();
  let isBusy = false;
  const next = () => {
    const [first] = waiting;
    if (first === undefined) isBusy = false;
    else waiting.delete(first);
    first?.();
  };
  return async (work, signal) => {
    if (isBusy) {
      if (waiting.size >= mostWaiting) throw new TooBusy(`${busyWith} at this moment; try again when it is done.`);
      await turn(waiting, signal);
    }
    isBusy = true;
    try {
      mustBeWanted(signal);
      return await work(signal);
    } finally {
      next();
    }
  };
}

/** Throws when nobody is waiting for the work any more. */
export function mustBeWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new ClientLeft();
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.add(resolve);
    signal.addEventListener("abort", () => waiting.delete(resolve) && reject(new ClientLeft()), { once: true });
  });
}
