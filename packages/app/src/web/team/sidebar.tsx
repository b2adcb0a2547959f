import type { ChapterPlace } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls/button.tsx";
import { Guideline } from "./guideline.tsx";
import { isTeam } from "./identity.ts";
import { useLive } from "./live.ts";

interface AsideProps {
  readonly chapter: ChapterPlace;
  /** One's own sheet was saved in another tab. */
  onSheet(revision: number): void;
}

/** Next to the annotator of a team: the guideline, and who else is in the chapter. */
export function TeamSidebar(props: AsideProps) {
  return isTeam ? <Aside {...props} /> : null;
}

function Aside({ chapter, onSheet }: AsideProps) {
  const [isShown, setShown] = useState(false);
  const { present, isAway } = useLive(chapter, { sheet: onSheet });
  const here = present.filter(({ folder, number }) => folder === chapter.folder && number === chapter.number);
  const names = [...new Set(here.map(({ name }) => name))];
  const others = names.length === 0 ? "" : `Also here: ${names.join(", ")}`;
  return (
    <aside class={`team-aside ${isShown ? "guideline" : ""}`} aria-label="Team">
      <p class="buttons">
        <Button label="Guideline" aria-pressed={isShown} onClick={() => setShown(!isShown)} />
        <output class="quiet" aria-live="polite">
          {isAway ? "The server is away for a moment; trying again …" : others}
        </output>
      </p>
      {isShown && <Guideline />}
    </aside>
  );
}
