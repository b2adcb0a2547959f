import { type ChapterAddress, type Corpus, type GuideFindings, misfitRemark, remarks } from "@plotline/align";
import { Problem } from "@plotline/base";
import { type Match, reasonText, warningTexts } from "@plotline/books";
import { addressOf } from "@plotline/corpus";
import { annotatorsOf } from "@plotline/corpus/node";
import { described } from "@plotline/formats";
import type { Obstacle } from "@plotline/runs";
import type { PairWithFindings, PlannedGuide } from "@plotline/runs/node";

/** A preview of a book and its guide: counts instead of texts. */
export function bookPreview({ story, title, kind, matches, uncovered, notes, cuts, findings }: PairWithFindings) {
  const { author, format, warnings, stripped } = story;
  return {
    title,
    author: author ?? null,
    kind,
    format,
    warnings: warningTexts(warnings),
    /** The most important of them. */
    alarms: warningTexts(warnings, "cut", "alarm"),
    stripped: stripped.map(described),
    chapters: story.chapters.map(({ heading, line, words, reasons, paragraphs }, number) => ({
      number,
      ...named(story.addresses[number], number),
      heading,
      line,
      words,
      evidence: reasons.map(reasonText),
      paragraphs: paragraphs.length,
      opening: openingOf(paragraphs),
    })),
    sections: matches.map(sectionLook),
    uncovered,
    notes: [...notes, ...cuts, ...remarked(findings)],
    misfit: (findings && misfitRemark(findings)) ?? null,
  };
}

export async function guidePreview(corpus: Corpus, { plan, findings, notes }: PlannedGuide) {
  const { work, chapters, matches, uncovered, replaced } = plan;
  const annotators = await Promise.all(replaced.map((number) => annotatorsOf(corpus, work, number)));
  return {
    title: work.title,
    chapters: chapters.map(({ number, story }) => {
      const { address, title } = named(addressOf(work, number), number);
      return { number, address, title: title || openingOf(story) };
    }),
    sections: matches.map(sectionLook),
    uncovered,
    replaced,
    /** Of those, the chapters whose gold belongs to the summary that would be replaced, and whose sheets do. */
    annotated: replaced.filter((number) => work.annotated.includes(number)),
    sheets: replaced.flatMap((number, k) => (annotators[k] ?? []).map((name) => ({ name, number }))),
    notes: [...notes, ...plan.cuts, ...remarked(findings)],
    misfit: (findings && misfitRemark(findings)) ?? null,
  };
}

function remarked(findings: GuideFindings | undefined): string[] {
  return findings === undefined ? [] : remarks(findings).map((remark) => `the guide: ${remark}`);
}

/** Why a guide is not written before a person decides. */
export function refusalOf(obstacle: Obstacle, sections: number): Problem {
  if (obstacle.is === "misfit") return new Problem(`${obstacle.why} Confirm that it should be added.`);
  if (obstacle.is === "no match")
    return new Problem(
      "No section of the guide fits a chapter of the book; choose their chapters, or remove the guide.",
    );
  return new Problem(
    obstacle.is === "unsure"
      ? `${obstacle.count} of ${sections} sections of the guide are uncertain: decide them, or accept them as shown.`
      : `${obstacle.count} of these chapters already have a summary: confirm that it should be replaced.`,
  );
}

/** The address of a chapter, and its title where it has one besides. */
function named(known: ChapterAddress | undefined, number: number): { address: string; title: string } {
  const { label, title } = known ?? { label: `Chapter ${number + 1}`, title: "" };
  return label === "" ? { address: title, title: "" } : { address: label, title };
}

function openingOf([first = ""]: readonly string[]): string {
  return first.slice(0, 120);
}

function sectionLook({ section, chapters, clues, confidence, sure, why }: Match) {
  return {
    name: section.name,
    points: section.points.length,
    chapters: chapters.map(({ number, points }) => ({ number, points: points.length })),
    evidence: clues,
    confidence,
    sure,
    why: why ?? null,
  };
}
