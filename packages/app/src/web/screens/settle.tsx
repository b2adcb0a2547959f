import { type Alignment, type Cell, cellKey } from "@plotline/align";
import { type AnnotatorAnswer, isUndecided, type PointStanding } from "@plotline/corpus";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Answers, stateText, tally } from "../parts/annotating/answers.tsx";
import { type Cursor, isChosen, useCursor } from "../parts/annotating/cursor.ts";
import { DecisionFrame, DecisionScreen } from "../parts/annotating/decision-frame.tsx";
import { PointNote } from "../parts/annotating/note.tsx";
import { readSettling, type Settlement, type SettlingAnswer, useSettlement } from "../parts/annotating/settlement.ts";
import { settlementStepText } from "../parts/annotating/step-words.ts";
import { WriteGold } from "../parts/annotating/write-gold.tsx";
import { Button } from "../parts/controls/button.tsx";
import { type Actions, settleKeys } from "../parts/controls/key-lists.ts";
import { counted } from "../parts/controls/wording.ts";
import type { OfChapter } from "../parts/frame/chapter-of-book.tsx";
import { ChapterHeader } from "../parts/frame/headers.tsx";
import { Waiting } from "../parts/frame/waiting.tsx";
import { useSides } from "../parts/reading/chapter.ts";
import type { Place } from "../parts/reading/pages.tsx";
import { addressOf } from "../route.ts";
import { type ChapterAnswer, useAnswer } from "../server.ts";

/** What each annotator says of a chapter, and what becomes gold. */
export function Settle({ chapter, again }: OfChapter) {
  const settling = useAnswer(() => readSettling(chapter), [chapter.folder, chapter.number]);
  const onChanged = () => {
    again();
    settling.again();
  };
  if (settling.state !== "there") return <Waiting loaded={settling} />;
  if (settling.value.sheets.length === 0) return <NobodyYet {...chapter} />;
  return <OpenSettlement {...{ chapter, onChanged }} settling={settling.value} />;
}

function NobodyYet({ folder, number }: ChapterAnswer) {
  return (
    <>
      <ChapterHeader screen="settle" number={number} />
      <main class="message">
        <p>Nobody has annotated this chapter yet.</p>
        <p>
          <a href={addressOf({ screen: "annotate", folder, number })}>Annotate it</a>, or see{" "}
          <a href={addressOf({ screen: "settling", folder })}>the other chapters</a>.
        </p>
      </main>
    </>
  );
}

interface SettlingProps {
  readonly chapter: ChapterAnswer;
  readonly settling: SettlingAnswer;
}

function OpenSettlement({ chapter, settling, onChanged }: SettlingProps & { onChanged(): void }) {
  const settlement = useSettlement(chapter, settling);
  return (
    <DecisionScreen screen="settle" number={chapter.number} steps={settlement}>
      <OpenedSettlement {...{ chapter, settling, settlement }}>
        <WriteGold {...{ chapter, settling, settlement, onChanged }} />
      </OpenedSettlement>
    </DecisionScreen>
  );
}

interface OpenedProps extends SettlingProps {
  readonly settlement: Settlement;
  readonly children: ComponentChildren;
}

/** Both texts, everyone's answers under the point at hand, and the keys to decide. */
function OpenedSettlement({ chapter, settling, settlement, children }: OpenedProps) {
  const { standings, change } = settlement;
  const links = useMemo(() => votesOf(settling, chapter), [settling, chapter]);
  const sides = useSides(chapter, links);
  const cursor = useCursor(chapter, {
    opensAt: () => firstOpen(standings, -1) ?? 0,
    startsAt: (point) => disputed(standings[point]) ?? 0,
    paragraphOf: (point) => disputed(standings[point]),
  });
  const answers = withGold(standings[cursor.point]?.answers ?? [], chapter, cursor.point);
  const { actions, settle, toggle } = settleActions(settlement, cursor, answers);
  const under = ({ side, index }: Place) =>
    side === "story" ? (
      <Names standing={standings[cursor.point]} index={index} onToggle={() => toggle(index)} />
    ) : (
      <UnderPoint {...{ cursor, answers, settle, change }} standing={standings[index]} />
    );
  return (
    <DecisionFrame
      {...{ chapter, sides, cursor, actions, under }}
      steps={settlement}
      stepText={settlementStepText}
      keys={settleKeys.filter(({ shown }) => !isBeyond(shown, answers.length))}
      onPoint={cursor.goTo}
      markOf={(place) => markOf(place, cursor, standings)}
      above={
        <div class="settling-bar">
          <p class="tally" role="status">
            {statusOf(standings)}
          </p>
          <Button
            label="Next undecided"
            onClick={() => actions.nextOpen(false, "")}
            disabled={!standings.some(isUndecided)}
          />
          {children}
        </div>
      }
    />
  );
}

/** What each key does to the point at hand; `settle` decides it, or makes it undecided again. */
function settleActions({ standings, change }: Settlement, cursor: Cursor, answers: readonly AnnotatorAnswer[]) {
  const settle = (stories: readonly number[] | null) =>
    change({ act: "settle", summary: cursor.point, stories: stories && [...stories] });
  const toggle = (paragraph: number) => settle(toggled(standings[cursor.point]?.stories ?? [], paragraph));
  const actions: Actions<(typeof settleKeys)[number]["action"]> = {
    ...cursor.moves,
    nextOpen: () => cursor.goTo(firstOpen(standings, cursor.point) ?? cursor.point),
    take: (_, number) => {
      const { stories } = answers[Number(number) - 1] ?? {};
      if (stories !== undefined) settle(stories);
    },
    toggle: () => toggle(cursor.from),
    noMatch: () => settle([]),
    reopen: () => settle(null),
    undo: () => change({ act: "undo" }),
    redo: () => change({ act: "redo" }),
  };
  return { actions, settle, toggle };
}

interface UnderPointProps extends Pick<ReturnType<typeof settleActions>, "settle">, Pick<Settlement, "change"> {
  readonly cursor: Cursor;
  readonly answers: readonly AnnotatorAnswer[];
  readonly standing: PointStanding | undefined;
}

/** The state of a point, what everybody says of the one at hand, and the note. */
function UnderPoint({ standing, cursor, answers, settle, change }: UnderPointProps) {
  if (standing === undefined) return null;
  const { point: summary, state, note } = standing;
  const isHere = summary === cursor.point;
  return (
    <>
      <span class={`standing ${state}`}>{stateText(standing)}</span>
      {isHere && <Answers {...{ answers, standing }} onTake={settle} onReopen={() => settle(null)} />}
      <PointNote
        by="Your note"
        text={note}
        isEdited={isHere && cursor.isNoting}
        onChange={(text) => change({ act: "note", summary, text })}
        onEnd={cursor.endNote}
      />
    </>
  );
}

/** At a paragraph that somebody linked to the point at hand: who did, and a way to take or drop the link. */
function Names(props: { standing: PointStanding | undefined; index: number; onToggle(): void }) {
  const { standing, index, onToggle } = props;
  const names = standing?.answers.filter(({ stories }) => stories?.includes(index)).map(({ name }) => name) ?? [];
  const isTaken = standing?.stories?.includes(index) === true;
  if (names.length === 0 && !isTaken) return null;
  return (
    <span class="verdict">
      {names.map((name) => (
        <strong key={name} class="who">
          {name}
        </strong>
      ))}
      <Button label={isTaken ? "Linked" : "Link"} tabIndex={-1} aria-pressed={isTaken} onClick={onToggle} />
    </span>
  );
}

/** Whether this is the key of an answer that nobody has given. */
function isBeyond(shown: string, answers: number): boolean {
  return /^\d$/.test(shown) && Number(shown) > answers;
}

/** Everyone's links, as sure as the share of annotators who made them. */
function votesOf({ sheets }: SettlingAnswer, { summary, story }: ChapterAnswer): Alignment {
  const votes = new Map<number, Cell & { count: number }>();
  for (const { decided } of sheets)
    for (const cell of decided.linked) {
      if (cell.summary >= summary.length || cell.story >= story.length) continue;
      const key = cellKey(cell);
      votes.set(key, { ...cell, count: (votes.get(key)?.count ?? 0) + 1 });
    }
  return [...votes.values()].map(({ count, ...cell }) => ({ ...cell, confidence: count / sheets.length }));
}

/** The gold that is there counts as one more answer. */
function withGold(answers: readonly AnnotatorAnswer[], { gold }: ChapterAnswer, point: number): AnnotatorAnswer[] {
  if (gold === null) return [...answers];
  const stories = gold.filter(({ summary }) => summary === point).map(({ story }) => story);
  return [...answers, { name: "current gold", stories, isDone: true, note: undefined }];
}

/** The first paragraph on which annotators differ, else the first that anybody linked. */
function disputed(standing: PointStanding | undefined): number | undefined {
  const answers = standing?.answers.flatMap(({ stories }) => (stories === undefined ? [] : [stories])) ?? [];
  const all = [...new Set(answers.flat())].sort((a, b) => a - b);
  return all.find((story) => !answers.every((stories) => stories.includes(story))) ?? all[0];
}

/** The next undecided point: first those on which annotators differ, in their order. */
function firstOpen(standings: readonly PointStanding[], after: number): number | undefined {
  const open = standings.filter(isUndecided);
  const differing = open.filter(({ state }) => state === "differing");
  const wanted = differing.length > 0 ? differing : open;
  return (wanted.find(({ point }) => point > after) ?? wanted[0])?.point;
}

function toggled(stories: readonly number[], story: number): number[] {
  return stories.includes(story) ? stories.filter((each) => each !== story) : [...stories, story];
}

function statusOf(standings: readonly PointStanding[]): string {
  const counts = tally(standings, {
    agreed: "agreed",
    settled: "decided",
    differing: "in dispute",
    partial: "not looked at by everyone",
    unseen: "looked at by nobody",
  });
  return `${counted(standings.length, "point")}: ${counts.map(({ count, what }) => `${count} ${what}`).join(", ")}`;
}

function markOf(place: Place, cursor: Cursor, standings: readonly PointStanding[]): string {
  const { side, index } = place;
  if (side === "summary") {
    const state = standings[index]?.state ?? "";
    return `${index === cursor.point ? "here" : ""} ${state === "differing" ? "differing" : ""}`;
  }
  const standing = standings[cursor.point];
  const isTaken = standing?.stories?.includes(index) === true;
  const isNamed = standing?.answers.some(({ stories }) => stories?.includes(index)) === true;
  return `${isChosen(cursor, place) ? "chosen" : ""} ${isTaken ? "linked" : isNamed ? "suggested" : ""}`;
}
