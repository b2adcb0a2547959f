import { overruled } from "@plotline/corpus";
import { useMemo } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { day, numbered } from "../controls/wording.ts";
import type { Place } from "../reading/pages.tsx";
import type { Cursor } from "./cursor.ts";
import { PointNote } from "./note.tsx";
import type { EditedSheet } from "./sheet.ts";

export interface Annotating {
  readonly chapter: ChapterAnswer;
  readonly annotator: string;
  readonly sheet: EditedSheet;
}

/** Where gold says otherwise than this annotator, once it was made of their sheet. */
function overruledOf({ chapter: { settled, gold, summary }, sheet, annotator }: Annotating) {
  if (settled === null || gold === null || !settled.annotators.includes(annotator)) return [];
  return overruled(sheet.decided, gold, summary.length);
}

export function OverruledNote(props: Annotating) {
  const { settled } = props.chapter;
  if (settled === null || !settled.annotators.includes(props.annotator)) return null;
  const found = overruledOf(props);
  return (
    <p class="note">
      {settled.by} wrote gold for this chapter on {day(settled.at)}.{" "}
      {found.length === 0
        ? "It agrees with all your links."
        : `It differs from your links at ${numbered(
            "point",
            found.map(({ point }) => point),
          )}; each is marked below.`}
    </p>
  );
}

/** Under a point: what gold says instead, and the notes. */
export function useRemarks({ chapter, annotator, sheet }: Annotating, { point, isNoting, endNote }: Cursor) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const instead = new Map(overruledOf({ chapter, annotator, sheet }).map((each) => [each.point, each]));
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
            isEdited={index === point && isNoting}
            onChange={(text) => change({ act: "note", summary: index, text })}
            onEnd={endNote}
          />
        </>
      );
    };
  }, [chapter, decided, annotator, point, isNoting]);
}

function answerText(stories: readonly number[]): string {
  return stories.length === 0 ? "no match" : numbered("paragraph", stories);
}
