import type { FoundGuide } from "./guide.ts";

type Found = Pick<FoundGuide, "fit" | "order" | "unmatched">;

/** Why a guide should not be used without asking, a sentence; undefined where it fits. */
export function misfitRemark({ fit }: Pick<Found, "fit">): string | undefined {
  if (fit.verdict === "swapped") return `Did you swap the two files? ${sentence(fit.why)}`;
  if (fit.verdict === "other language") return sentence(fit.why);
  if (fit.verdict === "does not fit") return `This guide does not seem to be about this text: ${fit.why}.`;
  return undefined;
}

/** What a person should know of a guide that is used, a sentence without its full stop each. */
export function remarks({ fit, order, unmatched }: Found, unit: "point" | "paragraph" = "point"): string[] {
  return [
    ...(fit.verdict === "unsure" ? [`the guide may not be about this text: ${fit.why}`] : []),
    ...(order.verdict === "kept" ? [] : [orderRemarks[order.verdict]]),
    ...(unmatched.length === 0
      ? []
      : [`no matching passage found for ${unmatched.length} ${unit}${unmatched.length === 1 ? "" : "s"}`]),
  ];
}

const orderRemarks = {
  "some moved": "some of its points are not in the order of the story, and were aligned out of order",
  swapped: "its second part comes first: it was aligned in the order of the story",
  reversed: "it runs backwards: it was aligned in the order of the story",
  mixed: "its points are not in the order of the story: each was aligned where it fits",
} as const;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
