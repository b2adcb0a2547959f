import { useEffect, useState } from "preact/hooks";
import { type Base, go } from "../../route.ts";
import { attempt } from "../../server.ts";
import { bookChanged } from "../book/book.tsx";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { Check } from "../controls/fields.tsx";
import { listed } from "../controls/wording.ts";
import type { Written } from "./preview.tsx";

interface DecideProps {
  readonly base: Base;
  /** The sections whose matches nobody has decided yet. */
  readonly unsure: readonly string[];
  /** Why the guide does not seem to be about the book; null where it does. */
  readonly misfit: string | null;
  readonly label: string;
  readonly disabled: boolean;
  /** Written at once where nothing is to be decided. */
  readonly isSure?: boolean;
  write(accepted: Accepted): Promise<Written>;
}

/** What a person accepts although it is doubtful, as the server wants to hear it. */
interface Accepted {
  readonly unsure?: "accept";
  readonly misfit?: "accept";
}

/** The last step: what is doubtful is accepted or not, then everything is written, or the reason why not is shown. */
export function Decide({ base, unsure, misfit, label, disabled, isSure = false, write }: DecideProps) {
  const [accept, setAccept] = useState(false);
  const [anyway, setAnyway] = useState(false);
  const [writing, setWriting] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Written, with something that a person should know before they continue. */
  const [done, setDone] = useState<Written>();
  const sections = unsure.length > 3 ? "" : `: ${listed(unsure).join("")}`;
  const undecided = (unsure.length > 0 && !accept) || (misfit !== null && !anyway);
  const isReady = !undecided && !disabled;
  const open = ({ folder, chapters }: Written) => go({ screen: "read", folder, number: chapters[0] ?? 0 }, "", base);
  const add = () => {
    setWriting(true);
    const adding = async () => {
      const written = await write({ unsure: accept ? "accept" : undefined, misfit: anyway ? "accept" : undefined });
      dispatchEvent(new Event(bookChanged));
      if (written.remarks.length === 0) open(written);
      else setDone(written);
    };
    void attempt(adding, (why) => {
      setProblem(why);
      setWriting(false);
    });
  };
  useEffect(() => {
    if (isSure && isReady) add();
  }, [isSure]);
  if (done !== undefined) return <Added written={done} onOpen={() => open(done)} />;
  return (
    <footer class="decide">
      <Alert isNote>{problem}</Alert>
      {misfit !== null && <Misfit why={misfit} anyway={anyway} onAnyway={setAnyway} />}
      {unsure.length > 0 && (
        <Check
          label={`Accept the ${unsure.length === 1 ? "uncertain match" : `${unsure.length} uncertain matches`}${sections}`}
          checked={accept}
          onCheck={setAccept}
        />
      )}
      <Button label={writing ? "Adding …" : label} class="main" disabled={writing || !isReady} onClick={add} />
    </footer>
  );
}

function Misfit({ why, anyway, onAnyway }: { why: string; anyway: boolean; onAnyway(is: boolean): void }) {
  return (
    <>
      <p class="note" role="status">
        <strong>This guide may not fit this text.</strong> {why}
      </p>
      <Check label="Add it anyway" checked={anyway} onCheck={onAnyway} />
    </>
  );
}

function Added({ written, onOpen }: { written: Written; onOpen(): void }) {
  return (
    <footer class="decide">
      <div role="status">
        <p>The guide was added.</p>
        {written.remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </div>
      <Button label="Open the book" class="main" onClick={onOpen} />
    </footer>
  );
}
