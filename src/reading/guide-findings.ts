import type { AlignedGuide } from "../align/guide/guide.ts";
import type { SideBySide } from "./side-by-side.ts";

/** What was found out about a guide, over all its parts; points are counted through from 0. */
export interface GuideFindings {
  readonly fit: AlignedGuide["fit"];
  readonly order: { readonly verdict: AlignedGuide["order"]["verdict"]; readonly tau: number | undefined };
  readonly unmatched: readonly number[];
  readonly density: { readonly setting: AlignedGuide["density"]["setting"]; readonly covered: number };
}

/** Aligns one part; a front end hands in `alignGuide` with its options. */
export type AlignPart = (summary: readonly string[], story: readonly string[]) => AlignedGuide;

/** The links of all parts, bullets and paragraphs counted through, and what was found out about the guide. */
export function alignParts({ parts }: Pick<SideBySide, "parts">, alignPart: AlignPart, advance: () => void = () => {}) {
  const found: { readonly guide: AlignedGuide; readonly bullets: number; readonly paragraphs: number }[] = [];
  const letters = { guide: 0, text: 0 };
  for (const { bullets, chapters } of parts) {
    const story = chapters.flat();
    letters.guide += lettersOf(bullets);
    letters.text += lettersOf(story);
    found.push({ guide: alignPart(bullets, story), bullets: bullets.length, paragraphs: story.length });
    advance();
  }
  const before = { bullets: 0, paragraphs: 0 };
  const links: AlignedGuide["links"][number][] = [];
  const unmatched: number[] = [];
  for (const { guide, bullets, paragraphs } of found) {
    for (const { summary, story, confidence } of guide.links)
      links.push({ summary: summary + before.bullets, story: story + before.paragraphs, confidence });
    unmatched.push(...guide.unmatched.map((bullet) => bullet + before.bullets));
    before.bullets += bullets;
    before.paragraphs += paragraphs;
  }
  const covering = found.filter(({ bullets }) => bullets > 0);
  const lost = new Set(unmatched);
  return {
    links: links.filter(({ summary }) => !lost.has(summary)),
    findings: {
      ...overall(covering, parts.length, before.paragraphs, letters.guide > 1.3 * letters.text),
      unmatched,
    } satisfies GuideFindings,
  };
}

type Found = readonly { readonly guide: AlignedGuide; readonly bullets: number; readonly paragraphs: number }[];

/** The verdict on the whole guide: the parts' own, each by the number of its points. */
function overall(
  found: Found,
  parts: number,
  paragraphs: number,
  exchanged: boolean,
): Omit<GuideFindings, "unmatched"> {
  const [only] = found;
  const points = found.reduce((sum, { bullets }) => sum + bullets, 0);
  const mean = (of: (guide: AlignedGuide) => number) =>
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
  mean: (of: (guide: AlignedGuide) => number) => number,
): AlignedGuide["fit"] {
  const confidence = mean(({ fit }) => fit.confidence);
  const without = found.reduce((sum, { guide }) => sum + guide.unmatched.length, 0);
  const why = `${points - without} of ${points} points have a likely passage`;
  if (exchanged)
    return {
      verdict: "swapped",
      confidence,
      why: "the guide is longer than the text: perhaps the two files are exchanged",
    };
  return { verdict: confidence < 0.5 ? "does not fit" : confidence < 0.7 ? "unsure" : "fits", confidence, why };
}

/** Why a guide should not be used without asking, a sentence; undefined where it fits. */
export function misfit({ fit }: Pick<GuideFindings, "fit">): string | undefined {
  if (fit.verdict === "swapped") return `Did you exchange the two files? ${sentence(fit.why)}`;
  if (fit.verdict === "does not fit") return `This guide does not seem to be about this text: ${fit.why}.`;
  return undefined;
}

/** What a person should know of a guide that is used, a sentence without its full stop each. */
export function remarks({ fit, order, unmatched }: GuideFindings): string[] {
  return [
    ...(fit.verdict === "unsure" ? [`it is not sure that the guide is about this text: ${fit.why}`] : []),
    ...(order.verdict === "kept" ? [] : [orderRemarks[order.verdict]]),
    ...(unmatched.length === 0
      ? []
      : [`no matching passage found for ${unmatched.length === 1 ? "1 point" : `${unmatched.length} points`}`]),
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

function lettersOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
