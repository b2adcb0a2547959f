import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { bulletToResume } from "../../src/corpus/annotations/annotation.ts";
import { overruled } from "../../src/corpus/annotations/settlement.ts";
import type { Cell } from "../../src/corpus/cells.ts";
import type { Link } from "../../src/corpus/types.ts";
import { PointNote } from "../parts/annotating/note.tsx";
import { OvertakenNote } from "../parts/annotating/overtaken.tsx";
import { goToLeastSure, QueueMenu } from "../parts/annotating/queue.tsx";
import { SavingLamp } from "../parts/annotating/saving-lamp.tsx";
import { pinsOf, type Sheet, useSheet } from "../parts/annotating/sheet.ts";
import { CalibrationOffer } from "../parts/book/calibration.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useEvent } from "../parts/controls/events.ts";
import { type Actions, annotatorKeys } from "../parts/controls/key-lists.ts";
import { Keys, useKeys } from "../parts/controls/keys.tsx";
import { counted, numbered } from "../parts/controls/wording.ts";
import { ChapterHeader, NeedsGuide, Waiting } from "../parts/frame/frame.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { useChapter, useLinks, useSides } from "../parts/reading/chapter.ts";
import { addressedBullet, Pages, type Place, show } from "../parts/reading/pages.tsx";
import { Strip } from "../parts/reading/strip.tsx";
import type { ChapterPlace } from "../route.ts";
import type { ChapterAnswer } from "../server.ts";
import { TeamAside } from "../team/aside.tsx";
import { may } from "../team/identity.ts";

/** Gold alignments from the keyboard. */
export function Annotator(place: ChapterPlace) {
  const loaded = useChapter(place);
  const [name, setName] = usePerson();
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  if (loaded.value.summary.length === 0) return <NeedsGuide screen="annotate" number={place.number} />;
  if (name === "") return <WhoAreYou chapter={loaded.value} onName={setName} />;
  return <OpenSheet chapter={loaded.value} annotator={name} />;
}

function WhoAreYou({ chapter, onName }: { chapter: ChapterAnswer; onName(name: string): void }) {
  return (
    <>
      <ChapterHeader screen="annotate" number={chapter.number} />
      <main class="message">
        <NameForm label="Your name (your links are saved under it)" button="Start" onName={onName} />
      </main>
    </>
  );
}

function OpenSheet({ chapter, annotator }: { chapter: ChapterAnswer; annotator: string }) {
  const sheet = useSheet(chapter, annotator);
  const { isOpen, saving } = sheet;
  return (
    <>
      <ChapterHeader screen="annotate" number={chapter.number} lamp={isOpen && <SavingLamp saving={saving} />}>
        <QueueMenu annotator={annotator} folder={chapter.folder} />
      </ChapterHeader>
      {isOpen && <Desk {...{ chapter, annotator, sheet }} />}
      {!isOpen && <Waiting loaded={"problem" in saving ? { ...saving, state: "failed" } : { state: "loading" }} />}
    </>
  );
}

/** Both texts, what was decided and what is suggested, and the keys to decide more. */
function Desk({ chapter, annotator, sheet }: { chapter: ChapterAnswer; annotator: string; sheet: Sheet }) {
  const pins = useMemo(() => pinsOf(sheet.decided, chapter), [sheet.decided, chapter]);
  const links = useLinks(chapter, undefined, pins) ?? none;
  const sides = useSides(chapter, links);
  const cursor = useCursor(chapter, sheet);
  const [isNoting, setNoting] = useState(false);
  const actions = useActions(chapter, annotator, sheet, links, cursor, () => setNoting(true));
  useKeys(annotatorKeys, actions);
  // Before the next key: a note begun at once after a step must not be closed by it.
  useLayoutEffect(() => setNoting(false), [cursor.bullet]);
  const mark = useMarks(sheet, links, cursor);
  const verdicts = useVerdicts(sheet, links, cursor.bullet);
  const remarks = useRemarks(chapter, sheet, annotator, cursor.bullet, isNoting, () => setNoting(false));
  const under = useMemo(() => (place: Place) => verdicts(place) ?? remarks(place), [verdicts, remarks]);
  const { linked, done, commentary } = sheet.decided;
  const finished = new Set([...done, ...commentary]).size;
  const isFinished = finished === chapter.summary.length;
  return (
    <main>
      <OverruledNote chapter={chapter} sheet={sheet} annotator={annotator} />
      <OvertakenNote saving={sheet.saving} onAgain={sheet.change} />
      {isFinished && sheet.saving.state === "saved" && may("owner") && <CalibrationOffer onlyIfNew />}
      <div class="desk">
        <Pages
          chapter={chapter}
          sides={sides}
          active={{ side: "summary", index: cursor.bullet }}
          onActive={() => undefined}
          onChoose={({ side, index }: Place, extend) =>
            side === "summary" ? cursor.toBullet(index) : cursor.toParagraph(index, extend)
          }
          ranges
          markOf={mark}
          under={under}
        >
          <Strip sides={sides} />
        </Pages>
      </div>
      <TeamAside chapter={chapter} bullet={cursor.bullet} onSheet={sheet.follow} />
      <Keys
        keys={annotatorKeys}
        actions={actions}
        status={`${finished} of ${counted(chapter.summary.length, "point")} done, ${counted(linked.length, "link")}`}
      />
    </main>
  );
}

/** Where gold says otherwise than this annotator, once it was made of their sheet. */
function overruledOf({ settled, gold, summary }: ChapterAnswer, sheet: Sheet, annotator: string) {
  if (settled === null || gold === null || !settled.annotators.includes(annotator)) return [];
  return overruled(sheet.decided, gold, summary.length);
}

function OverruledNote({ chapter, sheet, annotator }: { chapter: ChapterAnswer; sheet: Sheet; annotator: string }) {
  const { settled } = chapter;
  if (settled === null || !settled.annotators.includes(annotator)) return null;
  const found = overruledOf(chapter, sheet, annotator);
  const date = new Date(settled.at).toLocaleDateString("en", { dateStyle: "medium" });
  return (
    <p class="note">
      {settled.by} wrote gold for this chapter on {date}.{" "}
      {found.length === 0
        ? "It agrees with all your links."
        : `It differs from your links at ${numbered(
            "point",
            found.map(({ bullet }) => bullet),
          )}; each is marked below.`}
    </p>
  );
}

/** Under a point: what gold says instead, and the notes. */
function useRemarks(
  chapter: ChapterAnswer,
  sheet: Sheet,
  annotator: string,
  bullet: number,
  isNoting: boolean,
  onNoted: () => void,
) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const instead = new Map(overruledOf(chapter, sheet, annotator).map((each) => [each.bullet, each]));
    const reasons = new Map(chapter.settled?.notes.map(({ summary, text }) => [summary, text]));
    const notes = new Map(decided.notes.map(({ summary, text }) => [summary, text]));
    return ({ side, index }: Place) => {
      if (side !== "summary") return null;
      const other = instead.get(index);
      const own = notes.get(index);
      return (
        <>
          {other !== undefined && (
            <p class="overruled">
              Gold: {answerText(other.gold)}. You: {answerText(other.own)}.
              {reasons.has(index) && ` ${chapter.settled?.by}: “${reasons.get(index)}”`}
            </p>
          )}
          <PointNote
            by="Note"
            text={own}
            isEdited={index === bullet && isNoting}
            onChange={(text) => change({ act: "note", summary: index, text })}
            onEnd={onNoted}
          />
        </>
      );
    };
  }, [chapter, decided, annotator, bullet, isNoting]);
}

function answerText(stories: readonly number[]): string {
  return stories.length === 0 ? "no match" : numbered("paragraph", stories);
}

const none: readonly Link[] = [];

interface Cursor {
  readonly bullet: number;
  readonly from: number;
  readonly to: number;
  toBullet(index: number): void;
  toParagraph(index: number, extend: boolean): void;
}

/** The point at hand and the range of paragraphs chosen for it; it opens where the person stopped. */
function useCursor({ summary, story }: ChapterAnswer, { annotation, decided }: Sheet): Cursor {
  const [bullet, setBullet] = useState(
    () => addressedBullet(summary.length) ?? bulletToResume(annotation, summary.length),
  );
  const [range, setRange] = useState(() => {
    const first = decided.linked.find((cell) => cell.summary === bullet)?.story ?? lastLinked(decided.linked, bullet);
    return { anchor: first, head: first };
  });
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
  useEffect(() => show({ side: "summary", index: bullet }), [bullet]);
  useEvent("hashchange", () => setBullet((before) => addressedBullet(summary.length) ?? before));
  useEffect(() => show({ side: "story", index: range.head }), [range.head]);
  return {
    bullet,
    from: Math.min(range.anchor, range.head),
    to: Math.max(range.anchor, range.head),
    toBullet: (index) => setBullet(within(index, summary.length)),
    toParagraph: (index, extend) => {
      const head = within(index, story.length);
      setRange((before) => ({ anchor: extend ? before.anchor : head, head }));
    },
  };
}

/** The last paragraph that is linked to an earlier point: where the next one is likely to be. */
function lastLinked(linked: readonly Cell[], bullet: number): number {
  return linked.findLast((cell) => cell.summary < bullet)?.story ?? 0;
}

function useActions(
  chapter: ChapterAnswer,
  annotator: string,
  sheet: Sheet,
  links: readonly Link[],
  cursor: Cursor,
  note: () => void,
): Actions<(typeof annotatorKeys)[number]["action"]> {
  const { bullet, from, to } = cursor;
  const chosen = Array.from({ length: to - from + 1 }, (_, k) => ({ summary: bullet, story: from + k }));
  const suggested = links.filter((link) => link.summary === bullet && !isLinked(sheet, link));
  const goTo = (index: number) => {
    cursor.toBullet(index);
    const first = links.find((link) => link.summary === index);
    if (first !== undefined) cursor.toParagraph(first.story, false);
  };
  const finish = () => {
    sheet.change({ act: "done", summary: bullet, is: true });
    goTo(Math.min(bullet + 1, chapter.summary.length - 1));
  };
  return {
    bulletDown: () => goTo(Math.min(bullet + 1, chapter.summary.length - 1)),
    bulletUp: () => goTo(Math.max(bullet - 1, 0)),
    paragraphDown: (extend) => cursor.toParagraph(to + 1, extend),
    paragraphUp: (extend) => cursor.toParagraph(from - 1, extend),
    link: () => sheet.change({ act: "link", cells: chosen }),
    unlink: () => sheet.change({ act: "unlink", cells: chosen }),
    accept: () => {
      const [one, next] = suggestionsFrom(suggested, from, to);
      if (one === undefined) return;
      sheet.change({ act: "link", cells: [{ summary: bullet, story: one.story }] });
      cursor.toParagraph(next?.story ?? one.story, false);
    },
    refuse: () => {
      const [one, next] = from === to ? suggestionsFrom(suggested, from, to) : [];
      const cells = one === undefined ? chosen : [{ summary: bullet, story: one.story }];
      sheet.change({ act: "refuse", cells });
      if (one !== undefined) cursor.toParagraph(next?.story ?? one.story, false);
    },
    acceptAll: () => {
      if (suggested.length > 0)
        sheet.change({ act: "link", cells: suggested.map(({ summary, story }) => ({ summary, story })) });
      finish();
    },
    commentary: () => {
      const is = !sheet.decided.commentary.includes(bullet);
      sheet.change({ act: "commentary", summary: bullet, is });
      if (is) goTo(Math.min(bullet + 1, chapter.summary.length - 1));
    },
    done: finish,
    note,
    leastSure: () => {
      const next = leastSure(chapter, sheet, links);
      if (next !== undefined) goTo(next);
    },
    leastSureOfAll: () => void goToLeastSure(annotator, chapter, goTo),
    undo: () => sheet.change({ act: "undo" }),
    redo: () => sheet.change({ act: "redo" }),
  };
}

/** The suggestion under the cursor, else the bullet's first; and the one to decide after it. */
function suggestionsFrom(suggested: readonly Link[], from: number, to: number): readonly Link[] {
  const here = suggested.findIndex(({ story }) => story >= from && story <= to);
  const start = Math.max(0, here);
  return [...suggested.slice(start), ...suggested.slice(0, start)];
}

/** On each suggestion for the bullet at hand, for the mouse: take this one, or refuse it. */
function useVerdicts(sheet: Sheet, links: readonly Link[], bullet: number) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const taken = new Set(decided.linked.filter((cell) => cell.summary === bullet).map((cell) => cell.story));
    const own = links.filter((link) => link.summary === bullet && !taken.has(link.story));
    const open = new Map(own.map((link) => [link.story, link]));
    return ({ side, index }: Place) => {
      const link = side === "story" ? open.get(index) : undefined;
      return link === undefined ? null : <Verdict link={link} onChange={change} />;
    };
  }, [decided, links, bullet, change]);
}

function Verdict({ link: { summary, story, confidence }, onChange }: { link: Link; onChange: Sheet["change"] }) {
  const cells = [{ summary, story }];
  return (
    <span class="verdict">
      <Button label="Accept" tabIndex={-1} onClick={() => onChange({ act: "link", cells })} />
      <Button label="Reject" tabIndex={-1} onClick={() => onChange({ act: "refuse", cells })} />
      <span class="quiet">{Math.round(confidence * 100)} %</span>
    </span>
  );
}

/** The open bullet whose surest suggestion is the least sure. */
function leastSure(chapter: ChapterAnswer, { decided }: Sheet, links: readonly Link[]): number | undefined {
  const sureness = chapter.summary.map(() => 0);
  for (const { summary, confidence } of links) sureness[summary] = Math.max(sureness[summary] ?? 0, confidence);
  const open = sureness
    .map((_, bullet) => bullet)
    .filter((bullet) => !decided.done.includes(bullet) && !decided.commentary.includes(bullet));
  return open.sort((a, b) => (sureness[a] ?? 0) - (sureness[b] ?? 0))[0];
}

function useMarks({ decided }: Sheet, links: readonly Link[], cursor: Cursor): (place: Place) => string {
  return useMemo(() => {
    const own = (cells: readonly Cell[]) =>
      new Set(cells.filter((cell) => cell.summary === cursor.bullet).map((cell) => cell.story));
    const [linked, refused, suggested] = [own(decided.linked), own(decided.refused), own(links)];
    const [done, commentary] = [new Set(decided.done), new Set(decided.commentary)];
    return ({ side, index }) => {
      if (side === "summary")
        return [index === cursor.bullet && "here", done.has(index) && "done", commentary.has(index) && "commentary"]
          .filter(Boolean)
          .join(" ");
      const state = linked.has(index)
        ? "linked"
        : refused.has(index)
          ? "refused"
          : suggested.has(index)
            ? "suggested"
            : "";
      return index >= cursor.from && index <= cursor.to ? `chosen ${state}` : state;
    };
  }, [decided, links, cursor.bullet, cursor.from, cursor.to]);
}

function isLinked({ decided }: Sheet, { summary, story }: Link): boolean {
  return decided.linked.some((cell) => cell.summary === summary && cell.story === story);
}
