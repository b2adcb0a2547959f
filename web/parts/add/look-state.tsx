import type { ComponentChildren } from "preact";
import { Alert } from "../controls/alert.tsx";

interface LookStateProps {
  readonly looking: boolean;
  readonly isThere: boolean;
  readonly problem: string | undefined;
  readonly children: ComponentChildren;
}

/** Above what was found: that it is being read, or why it cannot be. */
export function LookState({ looking, isThere, problem, children }: LookStateProps) {
  return (
    <div class="looked" aria-busy={looking}>
      <Alert isNote>{problem}</Alert>
      {!isThere && problem === undefined && (
        <p class="quiet" role="status">
          Reading …
        </p>
      )}
      {children}
    </div>
  );
}
