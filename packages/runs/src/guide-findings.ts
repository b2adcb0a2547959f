import { alignGuide, findingsOver, type GuideFindings, type GuideOptions, misfitRemark } from "@plotline/align";
import type { Assignment, BookChapter, Match } from "@plotline/books";

/** What the aligner makes of a guide in the chapters that it was matched with; undefined where there are none. */
export function findingsOf(
  chapters: readonly BookChapter[],
  points: Assignment["points"],
  { density, language }: Pick<GuideOptions, "density" | "language"> = {},
  report?: (said: string) => void,
): GuideFindings | undefined {
  if (!chapters.some(({ number }) => points.has(number))) return undefined;
  const parts = chapters.map(({ number, story }) => ({
    summary: (points.get(number) ?? []).map(({ text }) => text),
    story,
  }));
  const guides = parts.map(({ summary, story }, k) => {
    report?.(`Comparing the guide with the book: ${k + 1} of ${parts.length}`);
    return alignGuide(summary, story, { density, language, points: "paragraphs" });
  });
  return findingsOver(parts, guides);
}

/** What keeps a guide from being written until a person decides. */
export type Obstacle =
  | { readonly is: "misfit"; readonly why: string }
  | { readonly is: "no match" }
  | { readonly is: "unsure" | "replaces"; readonly count: number };

/** The obstacles that a person accepted. */
type Accepted = Partial<Record<Exclude<Obstacle["is"], "no match">, boolean>>;

/** The first obstacle that nobody accepted; undefined where the guide may be written. */
export function obstacleTo(
  { matches, replaced = [] }: { readonly matches: readonly Match[]; readonly replaced?: readonly number[] },
  findings: GuideFindings | undefined,
  accepted: Accepted,
): Obstacle | undefined {
  const why = findings && misfitRemark(findings);
  if (why !== undefined && !accepted.misfit) return { is: "misfit", why };
  if (!matches.some(({ chapters }) => chapters.length > 0)) return { is: "no match" };
  const unsure = matches.filter(({ sure }) => !sure).length;
  if (unsure > 0 && !accepted.unsure) return { is: "unsure", count: unsure };
  if (replaced.length > 0 && !accepted.replaces) return { is: "replaces", count: replaced.length };
  return undefined;
}
