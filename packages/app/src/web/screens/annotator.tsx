import type { Cell, Link } from "@plotline/align";
import { closedPoints, pointToResume } from "@plotline/corpus";
import { useEffect, useMemo, useState } from "preact/hooks";
import { annotatorActions } from "../parts/annotating/annotator-actions.ts";
import { type Cursor, isChosen, useCursor } from "../parts/annotating/cursor.ts";
import { DecisionFrame, DecisionScreen } from "../parts/annotating/decision-frame.tsx";
import { PointNote } from "../parts/annotating/note.tsx";
import { type EditedSheet, pinsOf, useSheet } from "../parts/annotating/sheet.ts";
import { sheetStepText } from "../parts/annotating/step-words.ts";
import { Button } from "../parts/controls/button.tsx";
import { annotatorKeys } from "../parts/controls/key-lists.ts";
import { counted, percent } from "../parts/controls/wording.ts";
import type { OfChapter } from "../parts/frame/chapter-of-book.tsx";
import { ChapterHeader } from "../parts/frame/headers.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { useLinks, useSides } from "../parts/reading/chapter.ts";
import type { Place } from "../parts/reading/pages.tsx";
import { Strip } from "../parts/reading/strip.tsx";
import type { ChapterAnswer } from "../server.ts";

/** Gold alignments from the keyboard. */
export function Annotator({ chapter }: OfChapter) {
  const [name, setName] = usePerson();
  if (name !== "") return <OpenSheet chapter={chapter} annotator={name} />;
  return (
    <>
      <ChapterHeader screen="annotate" number={chapter.number} />
      <main class="message">
        <NameForm label="Your name (your links are saved under it)" button="Start" onName={setName} />
      </main>
    </>
  );
}

function OpenSheet({ chapter, annotator }: { chapter: ChapterAnswer; annotator: string }) {
  const sheet = useSheet(chapter, annotator);
  return (
    <DecisionScreen screen="annotate" number={chapter.number} steps={sheet}>
      <OpenedSheet {...{ chapter, sheet }} />
    </DecisionScreen>
  );
}

/** Both texts, what was decided and what is suggested, and the keys to decide more. */
function OpenedSheet({ chapter, sheet }: { chapter: ChapterAnswer; sheet: EditedSheet }) {
  const { decided } = sheet;
  const pins = useMemo(() => pinsOf(decided, chapter), [decided, chapter]);
  const found = useLinks(chapter, undefined, pins);
  const links = useMemo(
    () => (found ?? none).filter(({ summary }) => !decided.commentary.includes(summary)),
    [found, decided],
  );
  const sides = useSides(chapter, links);
  const cursor = useCursor(chapter, {
    opensAt: () => pointToResume(sheet.current, chapter.summary.length),
    startsAt: (point) => likelyParagraph(decided.linked, point),
    paragraphOf: (point) => links.find((link) => link.summary === point)?.story,
    ranges: true,
  });
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(""), [cursor.point, decided]);
  const actions = annotatorActions({ chapter, sheet, links, cursor, onSaid: setSaid });
  const markOf = useMarks(sheet, links, cursor);
  const verdicts = useVerdicts(sheet, links, cursor.point);
  const notes = useNotes(sheet, cursor);
  const under = useMemo(() => (place: Place) => verdicts(place) ?? notes(place), [verdicts, notes]);
  const finished = closedPoints(decided).size;
  const [points, linked] = [chapter.summary.length, decided.linked.length];
  return (
    <DecisionFrame
      {...{ chapter, sides, cursor, actions, markOf, under }}
      steps={sheet}
      stepText={sheetStepText}
      keys={annotatorKeys}
      onPoint={cursor.toPoint}
      status={said || `${finished} of ${counted(points, "point")} done, ${counted(linked, "link")}`}
      above={chapter.closed !== null && <p class="note">{chapter.closed}</p>}
    >
      <Strip sides={sides} />
    </DecisionFrame>
  );
}

const none: readonly Link[] = [];

/** The first paragraph linked to a point, else the last one linked to an earlier point: where it is likely to be. */
function likelyParagraph(linked: readonly Cell[], point: number): number {
  const own = linked.find((cell) => cell.summary === point);
  return (own ?? linked.findLast((cell) => cell.summary < point))?.story ?? 0;
}

/** How a paragraph is marked: at the cursor, decided, or suggested. */
function useMarks({ decided }: EditedSheet, links: readonly Link[], cursor: Cursor): (place: Place) => string {
  return useMemo(() => {
    const own = (cells: readonly Cell[]) =>
      new Set(cells.filter((cell) => cell.summary === cursor.point).map((cell) => cell.story));
    const [linked, refused, suggested] = [own(decided.linked), own(decided.refused), own(links)];
    const [done, commentary] = [new Set(decided.done), new Set(decided.commentary)];
    return (place) => {
      const { side, index } = place;
      if (side === "summary")
        return [index === cursor.point && "here", done.has(index) && "done", commentary.has(index) && "commentary"]
          .filter(Boolean)
          .join(" ");
      const state = linked.has(index)
        ? "linked"
        : refused.has(index)
          ? "refused"
          : suggested.has(index)
            ? "suggested"
            : "";
      return isChosen(cursor, place) ? `chosen ${state}` : state;
    };
  }, [decided, links, cursor.point, cursor.from, cursor.to]);
}

/** On each suggestion for the point at hand, for the mouse: take this one, or refuse it. */
function useVerdicts(sheet: EditedSheet, links: readonly Link[], point: number) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const taken = new Set(decided.linked.filter((cell) => cell.summary === point).map((cell) => cell.story));
    const own = links.filter((link) => link.summary === point && !taken.has(link.story));
    const open = new Map(own.map((link) => [link.story, link]));
    return ({ side, index }: Place) => {
      const link = side === "story" ? open.get(index) : undefined;
      return link === undefined ? null : <Verdict link={link} onChange={change} />;
    };
  }, [decided, links, point, change]);
}

/** The note under a point. */
function useNotes({ decided, change }: EditedSheet, { point, isNoting, endNote }: Cursor) {
  return useMemo(() => {
    const notes = new Map(decided.notes.map(({ summary, text }) => [summary, text]));
    return ({ side, index }: Place) =>
      side === "summary" && (
        <PointNote
          by="Note"
          text={notes.get(index)}
          isEdited={index === point && isNoting}
          onChange={(text) => change({ act: "note", summary: index, text })}
          onEnd={endNote}
        />
      );
  }, [decided, point, isNoting]);
}

function Verdict({ link: { summary, story, confidence }, onChange }: { link: Link; onChange: EditedSheet["change"] }) {
  const cells = [{ summary, story }];
  return (
    <span class="verdict">
      <Button label="Accept" tabIndex={-1} onClick={() => onChange({ act: "link", cells })} />
      <Button label="Reject" tabIndex={-1} onClick={() => onChange({ act: "refuse", cells })} />
      <span class="quiet">{percent(confidence)}</span>
    </span>
  );
}
