import { useState } from "preact/hooks";
import { type Base, go } from "../../route.ts";
import { attempt } from "../../server.ts";
import { bookChanged } from "../book/book.tsx";
import { Check } from "../controls/fields.tsx";
import type { Written } from "./look.ts";

interface DecideProps {
  readonly base: Base;
  /** Matches that nobody has decided yet. */
  readonly unsure: number;
  /** Why the guide does not seem to be about the book; null where it does. */
  readonly misfit: string | null;
  readonly label: string;
  readonly disabled: boolean;
  write(accepted: Accepted): Promise<Written>;
}

/** What a person accepts although it is doubtful, as the server wants to hear it. */
interface Accepted {
  readonly unsure?: "accept";
  readonly misfit?: "accept";
}

/** The last step: what is doubtful is accepted or not, then everything is written, or the reason why not is shown. */
export function Decide({ base, unsure, misfit, label, disabled, write }: DecideProps) {
  const [accept, setAccept] = useState(false);
  const [anyway, setAnyway] = useState(false);
  const [writing, setWriting] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Written, with something that a person should know before they continue. */
  const [done, setDone] = useState<Written>();
  const undecided = (unsure > 0 && !accept) || (misfit !== null && !anyway);
  const open = ({ folder, chapters }: Written) => go({ screen: "read", folder, number: chapters[0] ?? 0 }, "", base);
  const add = () => {
    setWriting(true);
    const adding = async () => {
      const written = await write({ ...(accept && { unsure: "accept" }), ...(anyway && { misfit: "accept" }) });
      dispatchEvent(new Event(bookChanged));
      if (written.remarks.length === 0) open(written);
      else setDone(written);
    };
    void attempt(adding, (why) => {
      setProblem(why);
      setWriting(false);
    });
  };
  if (done !== undefined)
    return (
      <footer class="decide">
        <div role="status">
          <p>The guide was added.</p>
          {done.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </div>
        <button type="button" class="main" onClick={() => open(done)}>
          Open the book
        </button>
      </footer>
    );
  return (
    <footer class="decide">
      {problem !== undefined && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
      {misfit !== null && (
        <>
          <p class="note" role="status">
            <strong>This guide may not fit this text.</strong> {misfit}
          </p>
          <Check checked={anyway} onCheck={setAnyway}>
            Add it anyway
          </Check>
        </>
      )}
      {unsure > 0 && (
        <Check checked={accept} onCheck={setAccept}>
          Accept the {unsure === 1 ? "uncertain match" : `${unsure} uncertain matches`}
        </Check>
      )}
      <button type="button" class="main" disabled={writing || disabled || undecided} onClick={add}>
        {writing ? "Adding …" : label}
      </button>
    </footer>
  );
}
