import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  /** What the button that does it says; empty: there is none, and `children` have a form of their own. */
  readonly action: string;
  readonly isReady?: boolean;
  readonly problem: string | undefined;
  onAct(): Promise<void>;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A question that is answered before anything else: Escape and Cancel leave everything as it is. */
export function Dialog({ title, action, isReady = true, problem, onAct, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => box.current?.showModal(), []);
  const act = () => {
    setBusy(true);
    void onAct().finally(() => setBusy(false));
  };
  return (
    <dialog ref={box} aria-label={title} onClose={onClose}>
      <h2 class="asking">{title}</h2>
      {children}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        {action !== "" && (
          <button type="button" class="main" disabled={isBusy || !isReady} onClick={act}>
            {action}
          </button>
        )}
      </footer>
    </dialog>
  );
}
