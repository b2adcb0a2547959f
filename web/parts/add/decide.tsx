import { useState } from "preact/hooks";
import { type Base, go } from "../../route.ts";
import { bookChanged } from "../book/book.tsx";
import { Check } from "../controls/check.tsx";
import type { Written } from "./look.ts";

interface DecideProps {
  readonly base: Base;
  /** Matches that nobody has decided yet. */
  readonly unsure: number;
  readonly label: string;
  readonly disabled: boolean;
  write(accept: boolean): Promise<Written>;
}

/** The last step: uncertain matches are accepted or not, then everything is written, or the reason why not is shown. */
export function Decide({ base, unsure, label, disabled, write }: DecideProps) {
  const [accept, setAccept] = useState(false);
  const [writing, setWriting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setWriting(true);
    try {
      const { folder, chapters } = await write(accept);
      dispatchEvent(new Event(bookChanged));
      go({ screen: "read", folder, number: chapters[0] ?? 0 }, "", base);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setWriting(false);
    }
  };
  return (
    <footer class="decide">
      {problem !== undefined && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
      {unsure > 0 && (
        <Check checked={accept} onCheck={setAccept}>
          Accept the {unsure === 1 ? "uncertain match" : `${unsure} uncertain matches`}
        </Check>
      )}
      <button type="button" class="main" disabled={writing || disabled || (unsure > 0 && !accept)} onClick={add}>
        {writing ? "Adding …" : label}
      </button>
    </footer>
  );
}
