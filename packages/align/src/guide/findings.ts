import { counted, startsOf, sumOf } from "@plotline/base";
import type { Passages } from "../similarity/similarity.ts";
import { fitOfParts, unlessInOtherLanguage } from "./fit.ts";
import type { FoundGuide } from "./guide.ts";
import type { OrderKind } from "./order.ts";

/** The findings about a guide, over all its parts; points are numbered from 0 through the whole guide. */
export interface GuideFindings {
  readonly fit: FoundGuide["fit"];
  readonly order: FoundGuide["order"];
  readonly unmatched: readonly number[];
  readonly density: Pick<FoundGuide["density"], "setting" | "covered">;
}

type Part = Pick<Passages, "summary" | "story">;

/** What was found in the parts of a guide, taken together; each part is a section's points with the text they are about. */
export function findingsOver(parts: readonly Part[], guides: readonly FoundGuide[]): GuideFindings {
  const found = parts.map((part, k) => ({ ...part, guide: guides[k]! })).filter(({ summary }) => summary.length > 0);
  const joined = { summary: parts.flatMap(({ summary }) => summary), story: parts.flatMap(({ story }) => story) };
  const taus = found.flatMap(({ guide }) => guide.order.tau ?? []);
  const ofParts = found.map(({ guide, summary }) => ({ ...guide, points: summary.length }));
  const firsts = startsOf(parts.map(({ summary }) => summary));
  return {
    fit: unlessInOtherLanguage(guides.length === 1 ? guides[0]!.fit : fitOfParts(joined, ofParts), joined),
    order: {
      verdict: orderOver(found.map(({ guide }) => guide.order.verdict)),
      tau: taus.length === 0 ? undefined : sumOf(taus) / taus.length,
    },
    unmatched: guides.flatMap(({ unmatched }, k) => unmatched.map((point) => point + firsts[k]!)),
    density: {
      setting: found[0]?.guide.density.setting ?? "normal",
      covered:
        sumOf(found, ({ guide, story }) => guide.density.covered * story.length) / Math.max(1, joined.story.length),
    },
  };
}

function orderOver(kinds: readonly OrderKind[]): OrderKind {
  const moved = kinds.filter((kind) => kind !== "kept");
  if (kinds.length === 1 || moved.length === 0) return kinds[0] ?? "kept";
  return moved.length > kinds.length / 2 ? "mixed" : "some moved";
}

type Found = Pick<FoundGuide, "fit" | "order" | "unmatched">;

/** Why a guide should not be used without asking, a sentence; undefined where it fits. */
export function misfitRemark({ fit }: Pick<Found, "fit">): string | undefined {
  if (fit.verdict === "swapped") return `Did you swap the two files? ${sentence(fit.why)}`;
  if (fit.verdict === "other language") return sentence(fit.why);
  if (fit.verdict === "does not fit") return `This guide does not seem to be about this text: ${fit.why}.`;
  return undefined;
}

/** What a person should know of a guide that is used, a sentence without its full stop each. */
export function remarks({ fit, order, unmatched }: Found): string[] {
  return [
    ...(fit.verdict === "unsure" ? [`the guide may not be about this text: ${fit.why}`] : []),
    ...(order.verdict === "kept" ? [] : [orderRemarks[order.verdict]]),
    ...(unmatched.length === 0 ? [] : [`no matching passage found for ${counted(unmatched.length, "point")}`]),
  ];
}

const orderRemarks = {
  "some moved": "some points are not in the order of the story, and were aligned out of order",
  swapped: "its second part comes first: it was aligned in the order of the story",
  reversed: "it runs backwards: it was aligned in the order of the story",
  mixed: "its points are not in the order of the story: each was aligned where it fits",
} as const;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
