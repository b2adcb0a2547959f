import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type BulletStanding, isUndecided } from "../../src/corpus/annotations/settlement.ts";
import { type Cell, cellKey } from "../../src/corpus/cells.ts";
import type { Alignment } from "../../src/corpus/types.ts";
import { type Desk, isChosen, useDesk } from "../parts/annotating/desk.ts";
import { type Lane, Lanes, stateText, tally } from "../parts/annotating/lanes.tsx";
import { PointNote } from "../parts/annotating/note.tsx";
import { SavingLamp } from "../parts/annotating/saving-lamp.tsx";
import { readSettling, type SettlingAnswer, useSettlement } from "../parts/annotating/settlement.ts";
import { WriteGold } from "../parts/annotating/write-gold.tsx";
import { Button } from "../parts/controls/button.tsx";
import { type Actions, settleKeys } from "../parts/controls/key-lists.ts";
import { Keys, useKeys } from "../parts/controls/keys.tsx";
import { counted } from "../parts/controls/wording.ts";
import { ChapterHeader, NeedsGuide, Waiting } from "../parts/frame/frame.tsx";
import { useChapter, useSides } from "../parts/reading/chapter.ts";
import { Pages, type Place } from "../parts/reading/pages.tsx";
import { addressOf, type ChapterPlace } from "../route.ts";
import { type ChapterAnswer, useAnswer } from "../server.ts";

/** What annotators say, lane by lane, and what becomes gold. */
export function Settle(place: ChapterPlace) {
  const loaded = useChapter(place);
  const settling = useAnswer(() => readSettling(place), [place.folder, place.number]);
  const again = () => {
    loaded.again();
    settling.again();
  };
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  if (loaded.value.summary.length === 0) return <NeedsGuide screen="settle" number={place.number} />;
  if (settling.state !== "there") return <Waiting loaded={settling} />;
  if (settling.value.sheets.length === 0) return <NobodyYet {...place} />;
  return <OpenSettlement chapter={loaded.value} settling={settling.value} onChanged={again} />;
}

function NobodyYet({ folder, number }: ChapterPlace) {
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

interface OpenSettlementProps {
  readonly chapter: ChapterAnswer;
  readonly settling: SettlingAnswer;
  onChanged(): void;
}

function OpenSettlement({ chapter, settling, onChanged }: OpenSettlementProps) {
  const { isOpen, revision, standings, saving, change } = useSettlement(chapter, settling.sheets);
  return (
    <>
      <ChapterHeader screen="settle" number={chapter.number} lamp={isOpen && <SavingLamp saving={saving} />} />
      {isOpen ? (
        <SettlingDesk {...{ chapter, settling, standings, change }}>
          <WriteGold {...{ chapter, settling, standings, revision, onChanged }} isSaved={saving.state === "saved"} />
        </SettlingDesk>
      ) : (
        <Waiting loaded={"problem" in saving ? { ...saving, state: "failed" } : { state: "loading" }} />
      )}
    </>
  );
}

interface DeskProps extends Pick<OpenSettlementProps, "chapter" | "settling"> {
  readonly standings: readonly BulletStanding[];
  readonly change: ReturnType<typeof useSettlement>["change"];
  readonly children: ComponentChildren;
}

/** Both texts, the lanes under the point at hand, and the keys to decide. */
function SettlingDesk({ chapter, settling, standings, change, children }: DeskProps) {
  const links = useMemo(() => votesOf(settling, chapter), [settling, chapter]);
  const sides = useSides(chapter, links);
  const desk = useDesk(chapter, {
    opensAt: () => firstOpen(standings, -1) ?? 0,
    startsAt: (bullet) => disputed(standings[bullet]) ?? 0,
    paragraphOf: (bullet) => disputed(standings[bullet]),
  });
  const standing = standings[desk.bullet];
  const lanes = lanesOf(chapter, standing, desk.bullet);
  const settle: Settling["settle"] = (stories) =>
    change({ act: "settle", summary: desk.bullet, stories: stories && [...stories] });
  const toggle = (paragraph: number) => settle(toggled(standing?.stories ?? [], paragraph));
  const actions: Actions<(typeof settleKeys)[number]["action"]> = {
    ...desk.moves,
    nextOpen: () => desk.goTo(firstOpen(standings, desk.bullet) ?? desk.bullet),
    take: (_, lane) => {
      const { stories } = lanes[Number(lane) - 1] ?? {};
      if (stories !== undefined) settle(stories);
    },
    toggle: () => toggle(desk.from),
    noMatch: () => settle([]),
    reopen: () => settle(null),
    undo: () => change({ act: "undo" }),
    redo: () => change({ act: "redo" }),
  };
  useKeys(settleKeys, actions);
  const under = ({ side, index }: Place) =>
    side === "story" ? (
      <Names {...{ standing, index }} onToggle={() => toggle(index)} />
    ) : (
      <UnderPoint {...{ desk, lanes, settle, change }} standing={standings[index]} />
    );
  return (
    <main>
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
      <div class="desk">
        <Pages
          {...{ chapter, sides, under }}
          active={{ side: "summary", index: desk.bullet }}
          onActive={() => undefined}
          onChoose={({ side, index }) => (side === "summary" ? desk.goTo(index) : desk.toParagraph(index))}
          markOf={(place) => markOf(place, desk, standings)}
        />
      </div>
      <Keys keys={settleKeys.filter(({ shown }) => !isLaneBeyond(shown, lanes.length))} actions={actions} status="" />
    </main>
  );
}

interface Settling extends Pick<DeskProps, "change"> {
  readonly desk: Desk;
  readonly lanes: readonly Lane[];
  readonly standing: BulletStanding | undefined;
  /** Decides the point at hand, or makes it undecided again. */
  settle(stories: readonly number[] | null): void;
}

/** The state of a point, what everybody says of the one at hand, and the note. */
function UnderPoint({ standing, desk, lanes, settle, change }: Settling) {
  if (standing === undefined) return null;
  const { bullet: summary, state, note } = standing;
  const isHere = summary === desk.bullet;
  return (
    <>
      <span class={`standing ${state}`}>{stateText(standing)}</span>
      {isHere && <Lanes lanes={lanes} standing={standing} onTake={settle} onReopen={() => settle(null)} />}
      <PointNote
        by="Your note"
        text={note}
        isEdited={isHere && desk.isNoting}
        onChange={(text) => change({ act: "note", summary, text })}
        onEnd={desk.endNote}
      />
    </>
  );
}

/** At a paragraph that somebody linked to the point at hand: who did, and a way to take or drop the link. */
function Names(props: { standing: BulletStanding | undefined; index: number; onToggle(): void }) {
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

function isLaneBeyond(shown: string, lanes: number): boolean {
  return /^\d$/.test(shown) && Number(shown) > lanes;
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

function lanesOf({ gold }: ChapterAnswer, standing: BulletStanding | undefined, bullet: number): Lane[] {
  const lanes: Lane[] = [...(standing?.answers ?? [])];
  if (gold === null) return lanes;
  const stories = gold.filter(({ summary }) => summary === bullet).map(({ story }) => story);
  return [...lanes, { name: "current gold", stories, isDone: true, note: undefined }];
}

/** The first paragraph on which annotators differ, else the first that anybody linked. */
function disputed(standing: BulletStanding | undefined): number | undefined {
  const answers = standing?.answers.flatMap(({ stories }) => (stories === undefined ? [] : [stories])) ?? [];
  const all = [...new Set(answers.flat())].sort((a, b) => a - b);
  return all.find((story) => !answers.every((stories) => stories.includes(story))) ?? all[0];
}

/** The next undecided point: first those on which annotators differ, in their order. */
function firstOpen(standings: readonly BulletStanding[], after: number): number | undefined {
  const open = standings.filter(isUndecided);
  const differing = open.filter(({ state }) => state === "differing");
  const wanted = differing.length > 0 ? differing : open;
  return (wanted.find(({ bullet }) => bullet > after) ?? wanted[0])?.bullet;
}

function toggled(stories: readonly number[], story: number): number[] {
  return stories.includes(story) ? stories.filter((each) => each !== story) : [...stories, story];
}

function statusOf(standings: readonly BulletStanding[]): string {
  const counts = tally(standings, {
    agreed: "agreed",
    settled: "decided",
    differing: "in dispute",
    partial: "not looked at by everyone",
    unseen: "looked at by nobody",
  });
  return `${counted(standings.length, "point")}: ${counts.map(({ count, what }) => `${count} ${what}`).join(", ")}`;
}

function markOf(place: Place, desk: Desk, standings: readonly BulletStanding[]): string {
  const { side, index } = place;
  if (side === "summary") {
    const state = standings[index]?.state ?? "";
    return `${index === desk.bullet ? "here" : ""} ${state === "differing" ? "differing" : ""}`;
  }
  const standing = standings[desk.bullet];
  const isTaken = standing?.stories?.includes(index) === true;
  const isNamed = standing?.answers.some(({ stories }) => stories?.includes(index)) === true;
  return `${isChosen(desk, place) ? "chosen" : ""} ${isTaken ? "linked" : isNamed ? "suggested" : ""}`;
}
