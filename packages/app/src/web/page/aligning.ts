import type * as usual from "../aligning.ts";
import { linksOf } from "./backend.ts";

/** The page has its links; nothing is aligned in it. */
export const alignHere: typeof usual.alignHere = async (_, { chapter }) => {
  const { links, unmatched } = linksOf(chapter);
  const fit = { verdict: "fits", confidence: 1, why: "" } as const;
  const density = { density: "usual", points: chapter.summary.length, paragraphs: 0 } as never;
  return { links, guide: { fit, order: { verdict: "kept", tau: undefined }, unmatched, density } };
};

export const evidenceHere: typeof usual.evidenceHere = async (_, links) => links;
export const explainHere: typeof usual.explainHere = async () => undefined;
export const methodsHere: typeof usual.methodsHere = async () => ({ usual: "", names: [] });
export const aligningFailed = "plotline-aligning-failed";
