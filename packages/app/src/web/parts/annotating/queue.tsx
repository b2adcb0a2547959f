import type { ChapterPlace } from "@plotline/corpus";
import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { addressOf, go } from "../../route.ts";
import { answer, server } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { counted, percent } from "../controls/wording.ts";

type Queue = InferResponseType<typeof server.queue.$get, 200>;

/** The points still to do of which the aligner is least certain, of this work or of all. */
export function QueueMenu({ annotator, folder }: { annotator: string; folder: string }) {
  const [queue, setQueue] = useState<Queue>();
  const [said, setSaid] = useState("");
  const load = (wanted?: string) => {
    setSaid("Searching …");
    queueOf(annotator, wanted).then(
      (found) => {
        setQueue(found);
        setSaid(found.open === 0 ? "No point is left to do." : `${counted(found.open, "point")} to do`);
      },
      (error: Error) => setSaid(error.message),
    );
  };
  return (
    <Menu label="Queue">
      <Button label="This book" note="least certain first" onClick={() => load(folder)} />
      <Button label="All books" note="least certain first" onClick={() => load()} />
      <output aria-live="polite">{said}</output>
      {queue?.points.slice(0, 12).map(({ folder: at, title, number, address, point, sure }) => (
        <a
          key={`${at} ${number} ${point}`}
          href={`${addressOf({ screen: "annotate", folder: at, number })}#s${point + 1}`}
        >
          {title}, {address}, point {point + 1} <small>confidence {percent(sure)}</small>
        </a>
      ))}
    </Menu>
  );
}

/** Goes to the least certain point of the work that is still to do, in whichever chapter it is. */
export async function goToLeastSure(
  annotator: string,
  { folder, number }: ChapterPlace,
  goTo: (point: number) => void,
): Promise<void> {
  const [first] = (await queueOf(annotator, folder).catch(() => ({ points: [] }))).points;
  if (first === undefined) return;
  if (first.number === number) goTo(first.point);
  else go({ screen: "annotate", folder: first.folder, number: first.number }, `#s${first.point + 1}`);
}

function queueOf(annotator: string, folder?: string): Promise<Queue> {
  return answer(server.queue.$get({ query: { annotator, ...(folder !== undefined && { folder }) } }));
}
