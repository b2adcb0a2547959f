import { type Alignment, type Chapter, type Corpus, rowsOf, type Work } from "@plotline/align";
import { isFree } from "@plotline/corpus";
import { z } from "zod";

const index = z.int().nonnegative();
const texts = z.array(z.string()).readonly().nullable();
const text = z.string().nullable();
const sentence = z.object({ start: index, end: index, score: z.number() });
const link = z.object({
  summary: index,
  story: index,
  confidence: z.number(),
  quote: z.string().optional(),
  sentences: z.array(sentence).readonly().optional(),
});

/** One row per chapter. A text that does not exist, or may not be shared, is null. Everything is counted from 0. */
export const exportRowSchema = z.object({
  work: z.string(),
  kind: z.enum(["novel", "play", "story"]).nullable(),
  split: z.enum(["train", "validation"]),
  chapter: index,
  summary: texts,
  story: texts,
  /** For each summary paragraph the story paragraphs it covers. */
  gold: z.array(z.array(index).readonly()).readonly().nullable(),
  /** Which alignment `links` is; null where none was asked for. */
  alignment: text,
  /** Its links with their confidences; null where it has no links for the chapter. */
  links: z.array(link).readonly().nullable(),
  /** How many paragraphs there are, whether they are in the row or not; null where the chapter has no summary. */
  summary_paragraphs: index.nullable(),
  story_paragraphs: index,
  summary_licence: text,
  summary_source: text,
  summary_permission: text,
  story_licence: text,
  story_source: text,
  story_permission: text,
});

/** A chapter as a row of an export. */
export type ExportRow = Readonly<z.infer<typeof exportRowSchema>>;

/** Include texts that may not be shared, for one's own use. */
interface Freedom {
  readonly includeRestricted?: boolean;
}

interface ExportChoice extends Freedom {
  /** Only these works; all by default. */
  readonly works?: readonly Work[];
  /** The name of an alignment whose links are exported too. */
  readonly alignment?: ExportedAlignment;
}

interface ExportedAlignment {
  readonly name: string;
  /** The links of a chapter that has a summary; undefined where the alignment does not have it. */
  links(chapter: Chapter): Promise<Alignment | undefined>;
}

/** A text that is left out of an export, and under which licence it is. */
export interface LeftOut {
  readonly work: string;
  readonly text: "story" | "summary";
  readonly licence: string | null;
}

/** The chapters of a corpus as rows, without the texts that may not go out. */
export async function* exportRows(corpus: Corpus, choice: ExportChoice): AsyncGenerator<ExportRow> {
  for (const work of choice.works ?? corpus.works)
    for await (const chapter of corpus.chapters({ works: [work], unsummarised: true }))
      yield exportRow(work, chapter, choice, await linksOf(chapter, choice));
}

/** What an export leaves out: decided text by text, so a free story is exported without its restricted summary. */
export function leftOut(works: readonly Work[], choice: Freedom): LeftOut[] {
  return works.flatMap((work) => {
    const { title } = work;
    const stay = (text: LeftOut["text"]) => ({ work: title, text, licence: work[text].licence ?? null });
    return [
      ...(work.chapters.length > 0 && !goesOut(work, "story", choice) ? [stay("story")] : []),
      ...(work.summarised.length > 0 && !goesOut(work, "summary", choice) ? [stay("summary")] : []),
    ];
  });
}

/** Whether a work's text of one side may be passed on, or was asked for all the same. */
export function goesOut(work: Work, text: "story" | "summary", { includeRestricted }: Freedom): boolean {
  return includeRestricted === true || isFree(work[text]);
}

async function linksOf(chapter: Chapter, { alignment }: ExportChoice): Promise<Alignment | null> {
  if (alignment === undefined || chapter.summary.length === 0) return null;
  return (await alignment.links(chapter)) ?? null;
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
