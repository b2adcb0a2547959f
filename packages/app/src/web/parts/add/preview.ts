import type { InferResponseType } from "hono/client";
import { useEffect, useRef, useState } from "preact/hooks";
import type { server } from "../../server.ts";

export type BookPreview = InferResponseType<typeof server.import.look.$post, 200>;
export type GuidePreview = InferResponseType<typeof server.import.guide.look.$post, 200>;
export type Written = InferResponseType<typeof server.import.write.$post, 200>;

interface Previewing<Preview> {
  readonly preview: Preview | undefined;
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  /** Ends the reading. */
  stop(): void;
  /** Reads again, after it was ended or broke down. */
  again(): void;
}

/** How a request can be ended. */
export type Ending = { readonly init: { readonly signal: AbortSignal } };

/**
 * Has the files read again whenever `about` changes; the last answer stays while the next is on its way, and when the
 * server refuses a decision, but not when it cannot read the files (`isFirst`).
 */
export function usePreview<Preview>(
  ask: (ending: Ending) => Promise<Preview> | undefined,
  about: readonly unknown[],
  isFirst: boolean,
): Previewing<Preview> {
  const nothing = { preview: undefined, problem: undefined, isLoading: false };
  const [state, setState] = useState<Omit<Previewing<Preview>, "stop" | "again">>(nothing);
  const [times, setTimes] = useState(0);
  const ending = useRef<AbortController>();
  useEffect(() => {
    let wanted = true;
    const controller = new AbortController();
    ending.current = controller;
    const timer = setTimeout(() => {
      const asked = ask({ init: { signal: controller.signal } });
      if (asked === undefined) return;
      setState((before) => ({ ...before, isLoading: true }));
      asked.then(
        (preview) => wanted && setState({ preview, problem: undefined, isLoading: false }),
        (error: Error) =>
          wanted &&
          setState(({ preview }) => ({
            preview: isFirst ? undefined : preview,
            problem: controller.signal.aborted ? "Stopped." : error.message,
            isLoading: false,
          })),
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
      controller.abort();
    };
  }, [...about, times]);
  const again = () => {
    setState({ ...state, problem: undefined });
    setTimes(times + 1);
  };
  return { ...state, stop: () => ending.current?.abort(), again };
}
