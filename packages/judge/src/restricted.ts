import type { Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { isFree } from "@plotline/corpus";

/** The works whose story or summary has a licence that forbids redistribution or is unknown. */
export function restrictedAmong(works: readonly Work[]): Work[] {
  return works.filter(({ story, summary }) => !isFree(story) || !isFree(summary));
}

/** Restricted texts leave this machine only when the user allows it; works that were not chosen are shown as examples. */
export function mustBeSendable(works: readonly Work[], sendRestricted: boolean, chosen = works): void {
  const restricted = restrictedAmong(works);
  if (sendRestricted || restricted.length === 0) return;
  const named = restricted
    .slice(0, 3)
    .map((work) => `"${work.title}"${chosen.includes(work) ? "" : " (as an example)"}`);
  const more = restricted.length > named.length ? ` and ${restricted.length - named.length} more` : "";
  throw new Problem(
    `${named.join(", ")}${more}: the licence forbids redistribution or is unknown. Nothing was sent.`,
    "sent restricted",
  );
}
