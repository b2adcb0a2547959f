import { useState } from "preact/hooks";
import { Button } from "../parts/controls/button.tsx";
import { Guideline } from "./guideline.tsx";
import { isTeam } from "./identity.ts";

/** Next to the annotator of a team: the guideline. */
export function TeamSidebar() {
  const [isShown, setShown] = useState(false);
  if (!isTeam) return null;
  return (
    <aside class={`team-aside ${isShown ? "guideline" : ""}`} aria-label="Team">
      <p class="buttons">
        <Button label="Guideline" aria-pressed={isShown} onClick={() => setShown(!isShown)} />
      </p>
      {isShown && <Guideline />}
    </aside>
  );
}
