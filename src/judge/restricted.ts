import { isFree } from "../corpus/rights.ts";
import type { Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";

/** The works whose story or summary may not be passed on by anyone, or of which that is not known. */
export function restrictedAmong(works: readonly Work[]): Work[] {
  return works.filter(({ story, summary }) => !isFree(story) || !isFree(summary));
}

/** Texts that may not be passed on leave this machine only when the user says so. */
export function mustBeSendable(works: readonly Work[], sendRestricted: boolean): void {
  const restricted = restrictedAmong(works);
  if (sendRestricted || restricted.length === 0) return;
  const named = restricted.slice(0, 3).map(({ title }) => `"${title}"`);
  const more = restricted.length > named.length ? ` and ${restricted.length - named.length} more` : "";
  throw new Problem(
    `${named.join(", ")}${more}: the licence forbids passing the text on, or is not known. Nothing was sent; --send-restricted sends it all the same.`,
  );
}
