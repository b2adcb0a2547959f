import type { FoundGuide } from "./guide.ts";

/** The findings about a guide, over all its parts; points are numbered from 0 through the whole guide. */
export interface GuideFindings {
  readonly fit: FoundGuide["fit"];
  readonly order: { readonly verdict: FoundGuide["order"]["verdict"]; readonly tau: number | undefined };
  readonly unmatched: readonly number[];
  readonly density: { readonly setting: FoundGuide["density"]["setting"]; readonly covered: number };
}

/** What is aligned at once: the points of a section, with the chapters that it is about. */
export interface GuidePart {
  readonly bullets: readonly string[];
  readonly chapters: readonly (readonly string[])[];
}

/** Aligns one part; a front end hands in `alignGuide` with its options. */
export type AlignPart = (summary: readonly string[], story: readonly string[]) => FoundGuide;

/** The links of all parts, with bullets and paragraphs numbered throughout, and the findings about the guide. */
export function alignParts(parts: readonly GuidePart[], alignPart: AlignPart, advance: () => void = () => {}) {
  const found: { readonly guide: FoundGuide; readonly bullets: number; readonly paragraphs: number }[] = [];
  const letters = { guide: 0, text: 0 };
  for (const { bullets, chapters } of parts) {
    const story = chapters.flat();
    letters.guide += lettersOf(bullets);
    letters.text += lettersOf(story);
    found.push({ guide: alignPart(bullets, story), bullets: bullets.length, paragraphs: story.length });
    advance();
  }
  const before = { bullets: 0, paragraphs: 0 };
  const links: FoundGuide["links"][number][] = [];
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

function lettersOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
