import type { Context } from "hono";
import { whoAsks } from "./identity.ts";
import { ClientLeft, TooBusy } from "./refusals.ts";

const mostWaiting = 4;
/** Of those who wait and the one who is served, so many may be one person: there is room for others. */
const mostOfOne = 3;

/** Who waits for some work, in a team, and whether they still do. */
interface Asker {
  readonly signal: AbortSignal;
  readonly name?: string;
}

export function askerOf(context: Context): Asker {
  return { signal: context.req.raw.signal, name: whoAsks(context)?.name };
}

/** Does some work when its turn has come; the signal cancels the wait, and is passed to the work. */
type InTurn = <T>(work: (signal: AbortSignal) => Promise<T>, asker: Asker) => Promise<T>;

/** One at a time, in order of arrival; where too many are waiting, a request is refused. */
export function oneAtATime(busyWith: string): InTurn {
  const waiting = new Set<() => void>();
  const names: string[] = [];
  let isBusy = false;
  const next = () => {
    const [first] = waiting;
    if (first === undefined) isBusy = false;
    else waiting.delete(first);
    first?.();
  };
  const inTurn: InTurn = async (work, { signal }) => {
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
  return async (work, asker) => {
    const { name } = asker;
    if (name === undefined) return inTurn(work, asker);
    if (names.filter((each) => each === name).length >= mostOfOne)
      throw new TooBusy("The server is doing this for you already; try again when it is done.");
    names.push(name);
    return inTurn(work, asker).finally(() => names.splice(names.indexOf(name), 1));
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
