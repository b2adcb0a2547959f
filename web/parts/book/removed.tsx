import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, attempt, type server, serverOf, useAnswer } from "../../server.ts";
import { Dialog } from "../controls/dialog.tsx";

type RemovedAnswer = InferResponseType<typeof server.removed.$get, 200>;
type RemovedWork = RemovedAnswer["works"][number];

/** Books that were removed: they can be restored, or deleted for good. */
export function Removed({ base, onChange }: { base: Base; onChange(): void }) {
  const [asked, setAsked] = useState(0);
  const [said, setSaid] = useState("");
  const [doomed, setDoomed] = useState<RemovedWork>();
  const address = serverOf(base).removed;
  const loaded = useAnswer(() => answer<RemovedAnswer>(address.$get()), [base, asked]);
  const act = async (made: Promise<{ title: string }>, done: string) => {
    await attempt(async () => {
      setSaid(`“${(await made).title}” ${done}.`);
      onChange();
    }, setSaid);
    setDoomed(undefined);
    setAsked((count) => count + 1);
  };
  if (loaded.state !== "there" || (loaded.value.works.length === 0 && said === "")) return null;
  return (
    <section class="removed" aria-label="Removed books">
      {loaded.value.works.length > 0 && <h2>Removed</h2>}
      <ul>
        {loaded.value.works.map((work) => (
          <li key={work.id}>
            <span dir="auto">{work.title}</span>{" "}
            <span class="quiet">removed {new Date(work.at).toLocaleDateString("en", { dateStyle: "medium" })}</span>
            <button
              type="button"
              onClick={() => void act(answer(address[":id"].$post({ param: { id: work.id } })), "is back")}
            >
              Put back
            </button>
            <button type="button" onClick={() => setDoomed(work)}>
              Delete for good …
            </button>
          </li>
        ))}
      </ul>
      <output aria-live="polite">{said}</output>
      {doomed !== undefined && (
        <Dialog
          title={`Delete “${doomed.title}” for good?`}
          action="Delete for good"
          problem={undefined}
          onClose={() => setDoomed(undefined)}
          onAct={() => act(answer(address[":id"].$delete({ param: { id: doomed.id } })), "was deleted")}
        >
          <p>Its story, guide, links and annotations are deleted from the disk. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}
