import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, attempt, type server, serverOf, useAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { day } from "../controls/wording.ts";

type RemovedAnswer = InferResponseType<typeof server.removed.$get, 200>;
type RemovedWork = RemovedAnswer["works"][number];

/** Books that were removed: they can be restored, or deleted for good. */
export function Removed({ base, onChange }: { base: Base; onChange(): void }) {
  const [said, setSaid] = useState("");
  const [doomed, setDoomed] = useState<RemovedWork>();
  const address = serverOf(base).removed;
  const loaded = useAnswer(() => answer(address.$get()), [base]);
  const putBack = ({ id, title }: RemovedWork) =>
    attempt(async () => {
      await answer(address[":id"].$post({ param: { id } }));
      setSaid(`“${title}” is back.`);
      loaded.again();
      onChange();
    }, setSaid);
  const deleteForGood = async ({ id, title }: RemovedWork) => {
    await answer(address[":id"].$delete({ param: { id } }));
    setSaid(`“${title}” was deleted.`);
    setDoomed(undefined);
    loaded.again();
  };
  if (loaded.state !== "there" || (loaded.value.works.length === 0 && said === "")) return null;
  return (
    <section class="removed" aria-label="Removed books">
      {loaded.value.works.length > 0 && <h2>Removed</h2>}
      <ul>
        {loaded.value.works.map((work) => (
          <li key={work.id}>
            <span dir="auto">{work.title}</span> <span class="quiet">removed {day(work.at)}</span>
            <Button label="Put back" onClick={() => void putBack(work)} />
            <Button label="Delete for good …" onClick={() => setDoomed(work)} />
          </li>
        ))}
      </ul>
      <output aria-live="polite">{said}</output>
      {doomed !== undefined && (
        <Dialog
          title={`Delete “${doomed.title}” for good?`}
          action="Delete for good"
          onClose={() => setDoomed(undefined)}
          onAct={() => deleteForGood(doomed)}
        >
          <p>Its story, guide, links and annotations are deleted from the disk. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}
