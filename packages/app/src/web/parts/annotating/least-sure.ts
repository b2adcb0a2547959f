import type { ChapterPlace } from "@plotline/corpus";
import { go } from "../../route.ts";
import { answer, server } from "../../server.ts";

/** Goes to the point of the work, still to do, of which the aligner is least certain, in whichever chapter it is. */
export async function goToLeastSure(
  annotator: string,
  { folder, number }: ChapterPlace,
  goTo: (point: number) => void,
): Promise<void> {
  const asked = answer(server.queue.$get({ query: { annotator, folder } }));
  const [first] = (await asked.catch(() => ({ points: [] }))).points;
  if (first === undefined) return;
  if (first.number === number) goTo(first.point);
  else go({ screen: "annotate", folder: first.folder, number: first.number }, `#s${first.point + 1}`);
}
