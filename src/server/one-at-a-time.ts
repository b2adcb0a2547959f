import { Problem } from "../problem.ts";

/** One at a time: whoever comes meanwhile is told so. */
export function oneAtATime(busyWith: string): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = false;
  return async (work) => {
    if (busy) throw new Problem(`${busyWith} at this moment; try again when it is done.`);
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };
}
