import type { InferResponseType } from "hono/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { workerSays } from "../../asked-worker.ts";
import type { server } from "../../server.ts";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { useEvent } from "../controls/events.ts";

export type BookPreview = InferResponseType<typeof server.import.look.$post, 200>;
export type GuidePreview = InferResponseType<typeof server.import.guide.look.$post, 200>;
export type Written = InferResponseType<typeof server.import.write.$post, 200>;

interface PreviewProps<Preview> {
  /** `ending`: how the request can be ended. */
  ask(ending: { readonly init: { readonly signal: AbortSignal } }): Promise<Preview>;
  /** The files are read again whenever something of this changes. */
  readonly about: readonly unknown[];
  /** Nobody has decided anything yet: where the files cannot be read, nothing is shown. */
  readonly isFirst: boolean;
  /** Why what was found cannot be written. */
  obstacle?(preview: Preview): string | undefined;
  children(preview: Preview, isLoading: boolean): ComponentChildren;
}

interface State<Preview> {
  readonly preview?: Preview;
  readonly problem?: string;
  readonly isLoading: boolean;
}

/**
 * What was found in the files; above it, that they are being read, or why they cannot be. The last answer stays while the
 * next is on its way, and when the server refuses a decision.
 */
export function Previewed<Preview>({ ask, about, isFirst, obstacle, children }: PreviewProps<Preview>) {
  const [state, setState] = useState<State<Preview>>({ isLoading: false });
  const [times, setTimes] = useState(0);
  const ending = useRef<AbortController>();
  useEffect(() => {
    let wanted = true;
    const controller = new AbortController();
    ending.current = controller;
    const failed = ({ message }: Error) =>
      setState(({ preview }) => ({
        preview: isFirst ? undefined : preview,
        problem: controller.signal.aborted ? "Stopped." : message,
        isLoading: false,
      }));
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, isLoading: true }));
      ask({ init: { signal: controller.signal } }).then(
        (preview) => wanted && setState({ preview, isLoading: false }),
        (error: Error) => wanted && failed(error),
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
      controller.abort();
    };
  }, [...about, times]);
  const { preview, isLoading } = state;
  const problem = state.problem ?? (preview && obstacle?.(preview));
  const again = () => {
    setState({ ...state, problem: undefined });
    setTimes(times + 1);
  };
  return (
    <div class="looked" aria-busy={isLoading}>
      <Alert isNote>{problem}</Alert>
      {preview !== undefined && children(preview, isLoading)}
      {preview === undefined && problem !== undefined && <Button label="Try again" onClick={again} />}
      {preview === undefined && problem === undefined && <Reading onStop={() => ending.current?.abort()} />}
    </div>
  );
}

/** How far the reading is, as the worker says. */
function Reading({ onStop }: { onStop(): void }) {
  const [said, setSaid] = useState("Reading …");
  useEvent(workerSays, (event) => event instanceof CustomEvent && setSaid(event.detail));
  const [, done, of] = /(\d+) of (\d+)$/.exec(said) ?? [];
  return (
    <p class="quiet" role="status">
      {said} <progress value={done} max={of} aria-label="How far" /> <Button label="Stop" onClick={onStop} />
    </p>
  );
}
