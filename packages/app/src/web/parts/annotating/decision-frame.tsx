import { changed, type History, type HistoryChange, noHistory } from "@plotline/corpus";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ChapterScreen } from "../../route.ts";
import type { ChapterAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import type { Actions, Key } from "../controls/key-lists.ts";
import { Keys, useKeys } from "../controls/keys.tsx";
import { Points } from "../controls/points.tsx";
import { ChapterHeader } from "../frame/headers.tsx";
import { Waiting } from "../frame/waiting.tsx";
import type { Sides } from "../reading/chapter.ts";
import { Pages, type PagesProps, type Place } from "../reading/pages.tsx";
import type { Cursor } from "./cursor.ts";
import type { OutdatedSteps, SavedSteps, SaveStatus } from "./saver.ts";

interface DecisionScreenProps<Step> {
  readonly screen: ChapterScreen;
  readonly number: number;
  readonly steps: SavedSteps<Step>;
  readonly children: ComponentChildren;
}

/** A screen on which links are decided: it opens with what was saved before, and its header says whether all is saved. */
export function DecisionScreen<Step>({ screen, number, steps, children }: DecisionScreenProps<Step>) {
  const { history, status } = steps;
  const isOpen = history !== undefined;
  return (
    <>
      <ChapterHeader {...{ screen, number }} status={isOpen && <SaveStatusText status={status} />} />
      {isOpen && children}
      {!isOpen && <Waiting loaded={"problem" in status ? { ...status, state: "failed" } : { state: "loading" }} />}
    </>
  );
}

interface DecisionFrameProps<Step, Action extends string> extends Pick<PagesProps, "markOf" | "under"> {
  readonly chapter: ChapterAnswer;
  readonly sides: Sides;
  readonly cursor: Cursor;
  readonly steps: SavedSteps<Step>;
  /** A step in words. */
  stepText(step: Step): string;
  readonly keys: readonly Key<Action>[];
  readonly actions: Actions<Action> & Partial<Actions<"redo">>;
  /** What a click on a point does. */
  onPoint(point: number): void;
  readonly status?: string;
  /** What is above the texts. */
  readonly above: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Both texts with the cursor in them, the keys to decide, and steps that someone else overtook. */
export function DecisionFrame<Step extends { readonly act: string }, Action extends string>(
  props: DecisionFrameProps<Step, Action>,
) {
  const { chapter, sides, cursor, steps, stepText, keys, actions, onPoint, status = "", above, children } = props;
  useKeys(keys, actions);
  return (
    <main>
      {above}
      <OutdatedNote status={steps.status} stepText={stepText} onAgain={steps.change} />
      <div class="desk">
        <Pages
          {...{ chapter, sides }}
          active={{ side: "summary", index: cursor.point }}
          onActive={() => undefined}
          onChoose={({ side, index }: Place, extend) =>
            side === "summary" ? onPoint(index) : cursor.toParagraph(index, extend)
          }
          ranges={cursor.ranges}
          markOf={props.markOf}
          under={props.under}
        >
          {children}
        </Pages>
      </div>
      <Keys {...{ keys, actions, status }} />
    </main>
  );
}

/** Whether everything is on disk. */
function SaveStatusText({ status }: { status: SaveStatus }) {
  const text = "problem" in status ? status.problem : { opening: "", saving: "Saving …", saved: "Saved" }[status.state];
  return (
    <output class={`saving ${status.state}`} aria-live="polite">
      {text}
    </output>
  );
}

/** Where somebody else was faster, what they saved is shown; here are one's own steps that were not saved: to do again, or to leave. */
function OutdatedNote<Step extends { readonly act: string }>(props: {
  status: SaveStatus<Step>;
  stepText(step: Step): string;
  onAgain(step: Step): void;
}) {
  const { status, stepText, onAgain } = props;
  const [left, setLeft] = useState<OutdatedSteps<Step>>();
  if (status.state !== "outdated" || status === left) return null;
  const { own } = status;
  const again = notUndone(own);
  return (
    <section class="outdated" role="alert" aria-label="Not saved">
      <p>What was saved elsewhere is shown. Your steps that were not saved:</p>
      <Points items={own.map((change) => (isStep(change) ? stepText(change) : change.act))} />
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
