import { useState } from "preact/hooks";
import { type Decided, decided, type SheetStep } from "../../../src/corpus/annotations/annotation.ts";
import { type Cell, without } from "../../../src/corpus/cells.ts";
import { Bullets } from "../controls/bullets.tsx";
import { Button } from "../controls/button.tsx";
import type { Overtaken, Saving } from "./saver.ts";
import type { Change } from "./sheet.ts";

/** What somebody else changed, next to one's own steps that were not saved: to do again, or to leave. */
export function OvertakenNote({ saving, onAgain }: { saving: Saving<SheetStep>; onAgain(change: Change): void }) {
  const [left, setLeft] = useState<Overtaken<SheetStep>>();
  if (saving.state !== "overtaken" || saving === left) return null;
  const { own, before, after } = saving;
  const changes = differences(decided(before), decided(after));
  return (
    <section class="overtaken" role="alert" aria-label="Not saved">
      {changes.length > 0 && (
        <>
          <p>What changed elsewhere:</p>
          <Bullets items={changes} />
        </>
      )}
      <p>Your steps that were not saved:</p>
      <Bullets items={own.map(stepText)} />
      <p class="buttons">
        <Button
          label="Do my steps again"
          class="main"
          onClick={() => {
            setLeft(saving);
            for (const change of own) onAgain(change);
          }}
        />
        <Button label="Leave them" onClick={() => setLeft(saving)} />
      </p>
    </section>
  );
}

/** What is different between two states of a sheet, in words; points and paragraphs are counted from 1. */
function differences(before: Decided, after: Decided): string[] {
  const cells = (name: string, list: "linked" | "refused") => [
    ...without(after[list], before[list]).map((cell) => `${name}: ${cellText(cell)}`),
    ...without(before[list], after[list]).map((cell) => `no longer ${name}: ${cellText(cell)}`),
  ];
  const bullets = (name: string, list: "commentary" | "done") => [
    ...after[list].filter((each) => !before[list].includes(each)).map((each) => `${name}: point ${each + 1}`),
    ...before[list].filter((each) => !after[list].includes(each)).map((each) => `no longer ${name}: point ${each + 1}`),
  ];
  return [
    ...cells("linked", "linked"),
    ...cells("refused", "refused"),
    ...bullets("commentary", "commentary"),
    ...bullets("done", "done"),
    ...after.notes
      .filter(({ summary, text }) => !before.notes.some((note) => note.summary === summary && note.text === text))
      .map(({ summary }) => `a note on point ${summary + 1}`),
  ];
}

function cellText({ summary, story }: Cell): string {
  return `point ${summary + 1} with paragraph ${story + 1}`;
}

function stepText(change: Change): string {
  if ("cells" in change)
    return `${change.act} ${change.cells.slice(0, 5).map(cellText).join(", ")}${change.cells.length > 5 ? " …" : ""}`;
  if (change.act === "note") return `note on point ${change.summary + 1}`;
  return "summary" in change ? `${change.is ? "" : "not "}${change.act}: point ${change.summary + 1}` : change.act;
}
