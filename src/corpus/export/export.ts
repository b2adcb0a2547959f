import { rowsOf } from "../alignments/order.ts";
import { isFree } from "../rights.ts";
import type { Alignment, Chapter, Corpus, Kind, Split, Work } from "../types.ts";

/** One row per chapter. A text that does not exist, or may not be shared, is null. */
export interface ExportRow {
  readonly work: string;
  readonly kind: Kind | null;
  readonly split: Split;
  /** Counted from 0, as in the rows of the tasks. */
  readonly chapter: number;
  readonly summary: readonly string[] | null;
  readonly story: readonly string[] | null;
  /** For each summary paragraph the story paragraphs it covers, counted from 0. */
  readonly gold: readonly (readonly number[])[] | null;
  /** Which alignment `links` is; null where none was asked for. */
  readonly alignment: string | null;
  /** Its links with their confidences, counted from 0; null where it has no links for the chapter. */
  readonly links: Alignment | null;
  /** How many paragraphs there are, whether they are in the row or not; null where the chapter has no summary. */
  readonly summary_paragraphs: number | null;
  readonly story_paragraphs: number;
  readonly summary_licence: string | null;
  readonly summary_source: string | null;
  readonly summary_permission: string | null;
  readonly story_licence: string | null;
  readonly story_source: string | null;
  readonly story_permission: string | null;
}

/** Include texts that may not be shared, for one's own use. */
interface Freedom {
  readonly includeRestricted?: boolean;
}

export interface ExportChoice extends Freedom {
  /** Only these works; all by default. */
  readonly works?: readonly Work[];
  /** The name of an alignment whose links are exported too. */
  readonly alignment?: NamedAlignment;
}

export interface NamedAlignment {
  readonly name: string;
  /** The links of a chapter that has a summary; undefined where the alignment does not have it. */
  links(work: Work, chapter: Chapter): Promise<Alignment | undefined>;
}

/** The texts of a work that are left out. */
export interface LeftOut {
  readonly work: string;
  readonly text: "story" | "summary";
  readonly licence: string | null;
}

export async function* exportRows(corpus: Corpus, choice: ExportChoice): AsyncGenerator<ExportRow> {
  for (const work of choice.works ?? corpus.works)
    for await (const chapter of corpus.chapters({ works: [work], unsummarised: true }))
      yield exportRow(work, chapter, choice, await linksOf(work, chapter, choice));
}

/** What an export leaves out: decided text by text, so a free story is exported without its restricted summary. */
export function leftOut(works: readonly Work[], choice: Freedom): LeftOut[] {
  return works.flatMap((work) => {
    const stay = (text: "story" | "summary"): LeftOut => ({
      work: work.title,
      text,
      licence: work[text].licence ?? null,
    });
    return [
      ...(work.chapters.length > 0 && !goesOut(work, "story", choice) ? [stay("story")] : []),
      ...(work.summarised.length > 0 && !goesOut(work, "summary", choice) ? [stay("summary")] : []),
    ];
  });
}

export function goesOut(work: Work, text: "story" | "summary", { includeRestricted }: Freedom): boolean {
  return includeRestricted === true || isFree(work[text]);
}

async function linksOf(work: Work, chapter: Chapter, { alignment }: ExportChoice): Promise<Alignment | null> {
  if (alignment === undefined || chapter.summary.length === 0) return null;
  return (await alignment.links(work, chapter)) ?? null;
}

function exportRow(
  work: Work,
  { number, summary, story, gold }: Chapter,
  choice: ExportChoice,
  links: Alignment | null,
): ExportRow {
  const isSummarised = work.summarised.includes(number);
  return {
    work: work.title,
    kind: work.kind ?? null,
    split: work.split,
    chapter: number,
    summary: isSummarised && goesOut(work, "summary", choice) ? summary : null,
    story: goesOut(work, "story", choice) ? story : null,
    gold: gold === undefined ? null : rowsOf(gold, summary.length),
    alignment: choice.alignment?.name ?? null,
    links,
    summary_paragraphs: isSummarised ? summary.length : null,
    story_paragraphs: story.length,
    summary_licence: work.summary.licence ?? null,
    summary_source: work.summary.source ?? null,
    summary_permission: work.summary.permission ?? null,
    story_licence: work.story.licence ?? null,
    story_source: work.story.source ?? null,
    story_permission: work.story.permission ?? null,
  };
}
