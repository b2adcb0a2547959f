import { startsOf, sumOf } from "../../lists.ts";
import type { Passages } from "../../similarity/similarity.ts";
import type { FoundGuide } from "./guide.ts";

/** The findings about a guide, over all its parts; points are numbered from 0 through the whole guide. */
export interface GuideFindings {
  readonly fit: FoundGuide["fit"];
  readonly order: { readonly verdict: FoundGuide["order"]["verdict"]; readonly tau: number | undefined };
  readonly unmatched: readonly number[];
  readonly density: { readonly setting: FoundGuide["density"]["setting"]; readonly covered: number };
}

/** What was found in the parts of a guide, taken together; each part is a section's points with the text they are about. */
export function findingsOver(parts: readonly Pick<Passages, "summary" | "story">[], guides: readonly FoundGuide[]) {
  const found = parts.map(({ summary, story }, k) => ({
    guide: guides[k]!,
    bullets: summary.length,
    paragraphs: story.length,
  }));
  const letters = (texts: readonly string[]) => sumOf(texts, (text) => text.length);
  const longer = sumOf(parts, ({ summary }) => letters(summary)) > 1.3 * sumOf(parts, ({ story }) => letters(story));
  const firsts = startsOf(parts.map(({ summary }) => summary));
  return {
    ...overall(
      found.filter(({ bullets }) => bullets > 0),
      parts.length,
      sumOf(parts, ({ story }) => story.length),
      longer,
    ),
    unmatched: guides.flatMap(({ unmatched }, k) => unmatched.map((bullet) => bullet + firsts[k]!)),
  } satisfies GuideFindings;
}

type Found = readonly { readonly guide: FoundGuide; readonly bullets: number; readonly paragraphs: number }[];

/** The verdict on the whole guide: the parts' own, each by the number of its points. */
function overall(
  found: Found,
  parts: number,
  paragraphs: number,
  exchanged: boolean,
): Omit<GuideFindings, "unmatched"> {
  const [only] = found;
  const points = found.reduce((sum, { bullets }) => sum + bullets, 0);
  const mean = (of: (guide: FoundGuide) => number) =>
    found.reduce((sum, { guide, bullets }) => sum + bullets * of(guide), 0) / Math.max(1, points);
  const covered = found.reduce((sum, part) => sum + part.guide.density.covered * part.paragraphs, 0);
  const kinds = found.map(({ guide }) => guide.order.verdict);
  const moved = kinds.filter((kind) => kind !== "kept");
  const taus = found.flatMap(({ guide }) => guide.order.tau ?? []);
  return {
    fit: parts === 1 && only !== undefined ? only.guide.fit : pooledFit(found, points, exchanged, mean),
    order: {
      verdict:
        found.length === 1
          ? (kinds[0] ?? "kept")
          : moved.length === 0
            ? "kept"
            : moved.length > found.length / 2
              ? "mixed"
              : "some moved",
      tau: taus.length === 0 ? undefined : taus.reduce((sum, tau) => sum + tau, 0) / taus.length,
    },
    density: { setting: only?.guide.density.setting ?? "normal", covered: covered / Math.max(1, paragraphs) },
  };
}

function pooledFit(
  found: Found,
  points: number,
  exchanged: boolean,
  mean: (of: (guide: FoundGuide) => number) => number,
): FoundGuide["fit"] {
  const confidence = mean(({ fit }) => fit.confidence);
  const without = found.reduce((sum, { guide }) => sum + guide.unmatched.length, 0);
  const why = `${points - without} of ${points} points have a likely passage`;
  if (exchanged)
    return {
      verdict: "swapped",
      confidence,
      why: "the guide is longer than the text: perhaps the two files were swapped",
    };
  return { verdict: confidence < 0.5 ? "does not fit" : confidence < 0.7 ? "unsure" : "fits", confidence, why };
}
