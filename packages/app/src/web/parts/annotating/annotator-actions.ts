import type { Cell, Link } from "@plotline/align";
import { closedPoints } from "@plotline/corpus";
import type { ChapterAnswer } from "../../server.ts";
import type { Actions, annotatorKeys } from "../controls/key-lists.ts";
import type { Cursor } from "./cursor.ts";
import type { EditedSheet } from "./sheet.ts";

interface AtHand {
  readonly chapter: ChapterAnswer;
  readonly sheet: EditedSheet;
  readonly links: readonly Link[];
  readonly cursor: Cursor;
  onSaid(text: string): void;
}

/** What each key of the annotator does to the point at hand. */
export function annotatorActions(at: AtHand): Actions<(typeof annotatorKeys)[number]["action"]> {
  const { chapter, sheet, links, cursor } = at;
  const { point } = cursor;
  const chosen = Array.from({ length: cursor.to - cursor.from + 1 }, (_, k) => ({
    summary: point,
    story: cursor.from + k,
  }));
  return {
    ...cursor.moves,
    ...suggestionActions(at, chosen),
    link: () => sheet.change({ act: "link", cells: chosen }),
    unlink: () => sheet.change({ act: "unlink", cells: chosen }),
    commentary: () => {
      const is = !sheet.decided.commentary.includes(point);
      sheet.change({ act: "commentary", summary: point, is });
      if (is) cursor.goTo(point + 1);
    },
    done: () => finish(at),
    leastSure: () => {
      const next = leastSure(chapter, sheet, links);
      if (next !== undefined) cursor.goTo(next);
    },
    undo: () => sheet.change({ act: "undo" }),
    redo: () => sheet.change({ act: "redo" }),
  };
}

/** What can be done with the suggestions for the point at hand. */
function suggestionActions(at: AtHand, chosen: readonly Cell[]) {
  const { sheet, links, cursor } = at;
  const { point: summary, from, to } = cursor;
  const suggested = links.filter((link) => link.summary === summary && !isLinked(sheet, link));
  return {
    accept: () => {
      const [one, next] = suggestionsFrom(suggested, from, to);
      if (one === undefined) return;
      sheet.change({ act: "link", cells: [{ summary, story: one.story }] });
      cursor.toParagraph(next?.story ?? one.story);
    },
    refuse: () => {
      const [one, next] = from === to ? suggestionsFrom(suggested, from, to) : [];
      sheet.change({ act: "refuse", cells: one === undefined ? [...chosen] : [{ summary, story: one.story }] });
      if (one !== undefined) cursor.toParagraph(next?.story ?? one.story);
    },
    acceptAll: () => {
      if (!links.some((link) => link.summary === summary))
        return at.onSaid("There is no suggestion for this point: link it, or say that it has no match (c).");
      if (suggested.length > 0)
        sheet.change({ act: "link", cells: suggested.map(({ story }) => ({ summary, story })) });
      finish(at);
    },
  };
}

function finish({ sheet, cursor }: AtHand): void {
  sheet.change({ act: "done", summary: cursor.point, is: true });
  cursor.goTo(cursor.point + 1);
}

/** The suggestion under the cursor, else the point's first; and the one to decide after it. */
function suggestionsFrom(suggested: readonly Link[], from: number, to: number): readonly Link[] {
  const here = suggested.findIndex(({ story }) => story >= from && story <= to);
  const start = Math.max(0, here);
  return [...suggested.slice(start), ...suggested.slice(0, start)];
}

/** The open point whose surest suggestion is the least sure. */
function leastSure(chapter: ChapterAnswer, { decided }: EditedSheet, links: readonly Link[]): number | undefined {
  const sureness = chapter.summary.map(() => 0);
  for (const { summary, confidence } of links) sureness[summary] = Math.max(sureness[summary] ?? 0, confidence);
  const closed = closedPoints(decided);
  const open = sureness.map((_, point) => point).filter((point) => !closed.has(point));
  return open.sort((a, b) => (sureness[a] ?? 0) - (sureness[b] ?? 0))[0];
}

function isLinked({ decided }: EditedSheet, { summary, story }: Link): boolean {
  return decided.linked.some((cell) => cell.summary === summary && cell.story === story);
}
