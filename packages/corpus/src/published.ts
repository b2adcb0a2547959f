import type { Kind, Split } from "@plotline/align";
import works from "./data/published-works.json" with { type: "json" };

/** A work of the published corpus, as the authors' lists describe it. */
interface PublishedWork {
  readonly title: string;
  /** As the paper counts: poems are among the novels, essays among the short stories. */
  readonly kind: Kind;
  readonly split: Split;
  /** The guide's address on its site: base address + `guide` + "/summary.html". */
  readonly guide: string;
}

/** The works of the published corpus. */
export const publishedWorks: readonly PublishedWork[] = works.map((work) => ({
  ...work,
  kind: work.kind === "novel" || work.kind === "play" ? work.kind : "story",
  split: work.split === "validation" ? "validation" : "train",
}));

/** The published work of this title, whatever its capitals, accents and punctuation. */
export function publishedWork(title: string): PublishedWork | undefined {
  return byKey.get(key(title));
}

const byKey = new Map(publishedWorks.map((work) => [key(work.title), work]));

/** The published folders dropped every letter outside ASCII ("My ntonia"). */
function key(title: string): string {
  return title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}
