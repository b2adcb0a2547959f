import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { answer, server, useAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Table } from "../controls/table.tsx";
import { counted, percent } from "../controls/wording.ts";

type State = InferResponseType<typeof server.calibration.$get, 200>;
type Plan = InferResponseType<typeof server.calibration.look.$post, 200>;

/**
 * Where people have corrected some chapters, the aligner can be fitted to them: what that would change, and a way back. Who
 * has just finished a chapter sees it only if there are chapters that the calibration in use does not know.
 */
export function CalibrationOffer({ onlyIfNew = false }: { onlyIfNew?: boolean }) {
  const state = useAnswer(() => answer(server.calibration.$get()), []);
  const [plan, setPlan] = useState<Plan>();
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (state.state !== "there" || (state.value.saved === null && !state.value.isEnough)) return null;
  const { saved, corrected, isEnough } = state.value;
  if (onlyIfNew && said === "" && saved !== null && saved.chapters >= corrected) return null;
  const act = async (doing: string, work: () => Promise<string>) => {
    setBusy(true);
    setSaid(doing);
    setSaid(await work().catch((error: Error) => error.message));
    setBusy(false);
  };
  const look = () =>
    act("Aligning the corrected chapters …", async () => {
      setPlan(await answer(server.calibration.look.$post()));
      return "";
    });
  const change = (doing: string, changed: () => Promise<unknown>, done: string) =>
    act(doing, async () => {
      await changed();
      setPlan(undefined);
      state.again();
      return done;
    });
  const use = ({ calibration: json }: Plan) =>
    change("Saving …", () => answer(server.calibration.$put({ json })), "Links are calibrated from now on.");
  const undo = () => change("Undoing …", () => answer(server.calibration.$delete()), "Calibration removed.");
  return (
    <section class="calibration" aria-label="Calibration">
      <p>{aboutOf(saved, corrected)}</p>
      {plan !== undefined && <Changes plan={plan} />}
      <p class="begin">
        {plan === undefined && isEnough && (
          <Button
            label={`See what ${saved === null ? "calibration" : "a new calibration"} would change`}
            disabled={isBusy}
            onClick={look}
          />
        )}
        {plan !== undefined && (
          <>
            <Button label="Use this calibration" class="main" disabled={isBusy} onClick={() => use(plan)} />
            <Button label="Leave it as it is" disabled={isBusy} onClick={() => setPlan(undefined)} />
          </>
        )}
        {saved !== null && <Button label="Undo the calibration" disabled={isBusy} onClick={undo} />}
      </p>
      <output aria-live="polite">{said}</output>
    </section>
  );
}

function aboutOf(saved: State["saved"], corrected: number): string {
  const people = `${counted(corrected, "chapter has", "chapters have")} links made by people.`;
  if (saved === null) return `${people} The aligner can be calibrated to them: how much it links, and how sure it is.`;
  return `The aligner is calibrated to ${counted(saved.chapters, "chapter")} of this library. ${people}`;
}

/** The links of the corrected chapters, now and after. */
function Changes({ plan: { calibration, now, after, heldOut } }: { plan: Plan }) {
  const rows = [
    ["Links", now.links, after.links],
    ["of them right", percent(now.right), percent(after.right)],
    ["Confidence on average", percent(now.claimed), percent(after.claimed)],
    ["F", now.f.toFixed(3), after.f.toFixed(3)],
  ];
  return (
    <Table
      label="What calibration would change"
      caption={`In the ${counted(calibration.chapters, "chapter")} with links made by people; after: each ${heldOut} with a calibration from the others.`}
      header={["", "now", "after"]}
      rows={rows}
    />
  );
}
