import { useState } from "preact/hooks";
import { type Base, go } from "../../route.ts";
import { Check } from "../check.tsx";
import type { Written } from "./look.ts";

interface DecideProps {
  readonly base: Base;
  /** Matches that nobody has decided yet. */
  readonly unsure: number;
  readonly label: string;
  readonly disabled: boolean;
  write(accept: boolean): Promise<Written>;
}

/** The last word: what is unsure is taken as shown or not, then everything is written, or the reason said why not. */
export function Decide({ base, unsure, label, disabled, write }: DecideProps) {
  const [accept, setAccept] = useState(false);
  const [writing, setWriting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setWriting(true);
    try {
      const { folder, chapters } = await write(accept);
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
          Take the {unsure} unsure {unsure === 1 ? "match" : "matches"} as shown
        </Check>
      )}
      <button type="button" class="main" disabled={writing || disabled || (unsure > 0 && !accept)} onClick={add}>
        {writing ? "Adding …" : label}
      </button>
    </footer>
  );
}
