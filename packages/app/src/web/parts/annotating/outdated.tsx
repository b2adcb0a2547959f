import { changed, type History, type HistoryChange, noHistory } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { Points } from "../controls/points.tsx";
import type { OutdatedSteps, SaveStatus } from "./saver.ts";
import type { StepWords } from "./step-words.ts";

interface OutdatedNoteProps<Step> {
  readonly status: SaveStatus<Step>;
  readonly words: StepWords<Step>;
  onAgain(step: Step): void;
}

/** What somebody else changed, next to one's own steps that were not saved: to do again, or to leave. */
export function OutdatedNote<Step extends { readonly act: string }>(props: OutdatedNoteProps<Step>) {
  const { status, words, onAgain } = props;
  const [left, setLeft] = useState<OutdatedSteps<Step>>();
  if (status.state !== "outdated" || status === left) return null;
  const { own, before, after } = status;
  const changes = words.differences(before, after);
  const again = notUndone(own);
  return (
    <section class="outdated" role="alert" aria-label="Not saved">
      {changes.length > 0 && (
        <>
          <p>What changed elsewhere:</p>
          <Points items={changes} />
        </>
      )}
      <p>Your steps that were not saved:</p>
      <Points items={own.map((change) => (isStep(change) ? words.stepText(change) : change.act))} />
      <p class="buttons">
        {again.length > 0 && (
          <Button
            label="Do my steps again"
            class="main"
            onClick={() => {
              setLeft(status);
              for (const step of again) onAgain(step);
            }}
          />
        )}
        <Button label="Leave them" onClick={() => setLeft(status)} />
      </p>
    </section>
  );
}

/** An undo among the changes takes back a step of theirs, and never one that somebody else has made since. */
function notUndone<Step extends { readonly act: string }>(own: readonly HistoryChange<Step>[]): readonly Step[] {
  const { steps, position } = own.reduce<History<Step>>(changed, noHistory);
  return steps.slice(0, position);
}

function isStep<Step extends { readonly act: string }>(change: HistoryChange<Step>): change is Step {
  return change.act !== "undo" && change.act !== "redo";
}
