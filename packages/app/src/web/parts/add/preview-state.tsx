import type { ComponentChildren } from "preact";
import { Alert } from "../controls/alert.tsx";

interface PreviewStateProps {
  readonly isLoading: boolean;
  readonly isThere: boolean;
  readonly problem: string | undefined;
  readonly children: ComponentChildren;
}

/** Above what was found: that it is being read, or why it cannot be. */
export function PreviewState({ isLoading, isThere, problem, children }: PreviewStateProps) {
  return (
    <div class="looked" aria-busy={isLoading}>
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
