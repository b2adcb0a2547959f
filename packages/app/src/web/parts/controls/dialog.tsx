import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { attempt } from "../../server.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { AskDiscard } from "./discard.tsx";
import { isTyping } from "./events.ts";
import { Form } from "./fields.tsx";

interface DialogProps {
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  readonly isReady?: boolean;
  /** What fails is shown in the dialog. */
  onAct(): Promise<void>;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A question that is answered before anything else: Escape and Cancel leave everything as it is; Escape asks where something was typed. */
export function Dialog({ action, isReady = true, onAct, children, ...box }: DialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setProblem(undefined);
    setBusy(true);
    await attempt(onAct, setProblem);
    setBusy(false);
  };
  return (
    <DialogBox {...box}>
      <Form class="asking" onSend={act}>
        {children}
        <Alert>{problem}</Alert>
        <footer>
          <Button label="Cancel" onClick={box.onClose} />
          <Button label={action} type="submit" class="main" disabled={isBusy || !isReady} />
        </footer>
      </Form>
    </DialogBox>
  );
}

/** The same for what has a form of its own. */
export function DialogBox({ title, onClose, children }: Pick<DialogProps, "title" | "onClose" | "children">) {
  const box = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      onClose={onClose}
      onInput={({ target }) => {
        isTyped.current ||= isTyping(target);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isTyped.current) return;
        event.preventDefault();
        setAsking(!isAsking);
      }}
    >
      <div class="asking">
        <h2>{title}</h2>
        {children}
        {isAsking && <AskDiscard onDiscard={onClose} onKeep={() => setAsking(false)} />}
      </div>
    </dialog>
  );
}
