import type { ComponentChildren } from "preact";
import type { ChapterScreen } from "../../route.ts";
import type { ChapterAnswer } from "../../server.ts";
import type { Actions, Key } from "../controls/key-lists.ts";
import { Keys, useKeys } from "../controls/keys.tsx";
import { ChapterHeader } from "../frame/headers.tsx";
import { Waiting } from "../frame/waiting.tsx";
import type { Sides } from "../reading/chapter.ts";
import { Pages, type PagesProps, type Place } from "../reading/pages.tsx";
import type { Cursor } from "./cursor.ts";
import { OutdatedNote } from "./outdated.tsx";
import { SaveStatusText } from "./save-status.tsx";
import type { SavedSteps } from "./saver.ts";
import type { StepWords } from "./step-words.ts";

interface DecisionScreenProps<Step> {
  readonly screen: ChapterScreen;
  readonly number: number;
  readonly steps: SavedSteps<Step>;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen on which links are decided: it opens with what was saved before, and its header says whether all is saved. */
export function DecisionScreen<Step>({ screen, number, steps, tools, children }: DecisionScreenProps<Step>) {
  const { history, status } = steps;
  const isOpen = history !== undefined;
  return (
    <>
      <ChapterHeader {...{ screen, number }} status={isOpen && <SaveStatusText status={status} />}>
        {tools}
      </ChapterHeader>
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
  readonly words: StepWords<Step>;
  readonly keys: readonly Key<Action>[];
  readonly actions: Actions<Action> & Partial<Actions<"redo">>;
  /** What a click on a point does. */
  onPoint(point: number): void;
  readonly status?: string;
  /** What is above the texts, and next to them. */
  readonly above: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Both texts with the cursor in them, the keys to decide, and steps that someone else overtook. */
export function DecisionFrame<Step extends { readonly act: string }, Action extends string>(
  props: DecisionFrameProps<Step, Action>,
) {
  const { chapter, sides, cursor, steps, words, keys, actions, onPoint, status = "", above, aside, children } = props;
  useKeys(keys, actions);
  return (
    <main>
      {above}
      <OutdatedNote status={steps.status} words={words} onAgain={steps.change} />
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
      {aside}
      <Keys {...{ keys, actions, status }} />
    </main>
  );
}
