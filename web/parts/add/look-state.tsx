import type { ComponentChildren } from "preact";

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
      {problem !== undefined && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
      {!isThere && problem === undefined && (
        <p class="quiet" role="status">
          Reading …
        </p>
      )}
      {children}
    </div>
  );
}
