import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { workerSays } from "../../asked-worker.ts";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { useEvent } from "../controls/events.ts";

interface PreviewStateProps {
  readonly isLoading: boolean;
  readonly isThere: boolean;
  readonly problem: string | undefined;
  onStop(): void;
  onAgain(): void;
  readonly children: ComponentChildren;
}

/** Above what was found: that it is being read, or why it cannot be. */
export function PreviewState({ isLoading, isThere, problem, onStop, onAgain, children }: PreviewStateProps) {
  const [said, setSaid] = useState("Reading …");
  useEvent(workerSays, (event) => event instanceof CustomEvent && setSaid(event.detail));
  const [, done, of] = /(\d+) of (\d+)$/.exec(said) ?? [];
  return (
    <div class="looked" aria-busy={isLoading}>
      <Alert isNote>{problem}</Alert>
      {!isThere && problem !== undefined && <Button label="Try again" onClick={onAgain} />}
      {!isThere && problem === undefined && (
        <p class="quiet" role="status">
          {said} <progress value={done} max={of} aria-label="How far" /> <Button label="Stop" onClick={onStop} />
        </p>
      )}
      {children}
    </div>
  );
}
