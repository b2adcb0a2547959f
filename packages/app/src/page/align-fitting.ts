import {
  type Aligner,
  type Alignment,
  type FoundGuide,
  findingsOver,
  type GuideFindings,
  misfitRemark,
  type Readable,
  remarks,
} from "@plotline/align";
import { Problem } from "@plotline/base";

interface Aligned {
  readonly links: readonly Alignment[];
  readonly findings: GuideFindings;
  /** What a person should know of the guide, a sentence without its full stop each. */
  readonly remarks: readonly string[];
}

interface Aligning {
  readonly align: Aligner;
  /** What finds out about the guide where `align` does not. */
  readonly own: () => Promise<Aligner>;
  /** Whether a guide that does not fit is aligned too. */
  readonly anyway: boolean;
  readonly advance: () => void;
}

/** Aligns chapter by chapter; a guide that does not fit is refused before a method that only aligns is asked. */
export async function alignFitting(chapters: readonly Readable[], aligning: Aligning): Promise<Aligned> {
  const { align, own, anyway, advance } = aligning;
  const findsOut = align.guide !== undefined;
  const finder = findsOut ? align : await own();
  const guides: FoundGuide[] = [];
  for (const chapter of chapters) {
    guides.push(await finder.guide!(chapter));
    if (findsOut) advance();
  }
  const findings = findingsOver(chapters, guides);
  const wrong = misfitRemark(findings);
  if (wrong !== undefined && !anyway) throw new Problem(`${wrong} Nothing was written.`, "used anyway");
  if (findsOut) return { links: guides.map(matchedLinks), findings, remarks: remarks(findings) };
  const links: Alignment[] = [];
  for (const chapter of chapters) {
    links.push(await align(chapter));
    advance();
  }
  return findingsOfOtherMethod(chapters, links, findings);
}

function matchedLinks({ links, unmatched }: FoundGuide): Alignment {
  return links.filter(({ summary }) => !unmatched.includes(summary));
}

/** The fit and the order are the guide's; the points without a passage, and how points were placed, are the method's. */
function findingsOfOtherMethod(
  chapters: readonly Readable[],
  links: readonly Alignment[],
  found: GuideFindings,
): Aligned {
  const linked = links.map((own) => new Set(own.map(({ summary }) => summary)));
  const isLinked = chapters.flatMap(({ summary }, k) => summary.map((_, point) => linked[k]!.has(point)));
  const unmatched = [...isLinked.keys()].filter((point) => !isLinked[point]);
  const findings = { ...found, unmatched };
  return { links, findings, remarks: remarks({ ...findings, order: { verdict: "kept", tau: undefined } }) };
}
