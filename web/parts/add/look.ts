import type { InferResponseType } from "hono/client";
import { useEffect, useState } from "preact/hooks";
import type { server } from "../../server.ts";

export type BookLook = InferResponseType<typeof server.import.look.$post, 200>;
export type GuideLook = InferResponseType<typeof server.import.guide.look.$post, 200>;
export type Written = InferResponseType<typeof server.import.write.$post, 200>;

interface Looking<Look> {
  readonly look: Look | undefined;
  readonly problem: string | undefined;
  readonly looking: boolean;
}

/**
 * Has the files read again whenever `about` changes; the last answer stays while the next is on its way, and when the
 * server refuses a decision, but not when it cannot read the files (`isFirst`).
 */
export function useLook<Look>(
  ask: () => Promise<Look> | undefined,
  about: readonly unknown[],
  isFirst: boolean,
): Looking<Look> {
  const [state, setState] = useState<Looking<Look>>({ look: undefined, problem: undefined, looking: false });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      const asked = ask();
      if (asked === undefined) return;
      setState((before) => ({ ...before, looking: true }));
      asked.then(
        (look) => wanted && setState({ look, problem: undefined, looking: false }),
        (error: Error) =>
          wanted &&
          setState(({ look }) => ({ look: isFirst ? undefined : look, problem: error.message, looking: false })),
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, about);
  return state;
}
