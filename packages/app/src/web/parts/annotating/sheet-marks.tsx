import type { Cell, Link } from "@plotline/align";
import { useMemo } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { percent } from "../controls/wording.ts";
import type { Place } from "../reading/pages.tsx";
import { type Cursor, isChosen } from "./cursor.ts";
import type { EditedSheet } from "./sheet.ts";

/** How a paragraph is marked: at the cursor, decided, or suggested. */
export function useMarks({ decided }: EditedSheet, links: readonly Link[], cursor: Cursor): (place: Place) => string {
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
export function useVerdicts(sheet: EditedSheet, links: readonly Link[], point: number) {
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
