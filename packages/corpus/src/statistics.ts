import { type Chapter, type Corpus, countTokens, rowsOutOfOrder } from "@plotline/align";
import { sumOf } from "@plotline/base";
import published from "./data/table1.json" with { type: "json" };

/** What a corpus has, in numbers. */
export type Statistics = Awaited<ReturnType<typeof statistics>>;

/** Reads the whole corpus and counts. `advance` is called for each chapter with their total number. */
export async function statistics(corpus: Corpus, name: string, advance?: (total: number) => void) {
  const total = sumOf(corpus.works, (work) => work.chapters.length);
  const chapters: ReturnType<typeof countsOf>[] = [];
  for await (const chapter of corpus.chapters({ unsummarised: true })) {
    chapters.push(countsOf(chapter));
    advance?.(total);
  }
  const summaries = chapters.map(({ summary }) => summary).filter(isText);
  const stories = chapters.map(({ story }) => story).filter(isText);
  const own = { corpus: name, summary: averageOf(summaries), text: averageOf(stories), size: summaries.length };
  /** The paper's Table 1, average tokens of a summary and of a text and how many there are, and this corpus last. */
  return { table: [...published, own], stories: stories.length, gold: goldCounts(chapters) };
}

function countsOf({ work, story, summary, gold }: Chapter) {
  return {
    work,
    story: sizeOf(story),
    summary: sizeOf(summary),
    gold: gold && {
      covered: new Set(gold.map((link) => link.story)).size,
      links: gold.length,
      back: rowsOutOfOrder(gold).length,
    },
  };
}

/** Tokens are words and punctuation marks, which is what the paper's averages count. */
function sizeOf(texts: readonly string[]) {
  return { paragraphs: texts.length, tokens: sumOf(texts, countTokens) };
}

/** Texts without a paragraph do not count. */
function isText({ paragraphs }: ReturnType<typeof sizeOf>): boolean {
  return paragraphs > 0;
}

function averageOf(texts: readonly ReturnType<typeof sizeOf>[]): number {
  return ratio(
    sumOf(texts, ({ tokens }) => tokens),
    texts.length,
  );
}

/** Of the chapters whose gold can be used. */
function goldCounts(chapters: readonly ReturnType<typeof countsOf>[]) {
  const all = chapters.flatMap(({ gold, ...chapter }) => (gold === undefined ? [] : [{ ...chapter, ...gold }]));
  const summaryParagraphs = sumOf(all, ({ summary }) => summary.paragraphs);
  const storyParagraphs = sumOf(all, ({ story }) => story.paragraphs);
  const links = sumOf(all, (each) => each.links);
  const back = sumOf(all, (each) => each.back);
  return {
    works: new Set(all.map(({ work }) => work)).size,
    chapters: all.length,
    summaryParagraphs,
    storyParagraphs,
    links,
    linksPerSummaryParagraph: ratio(links, summaryParagraphs),
    /** Share of story paragraphs that no link names. */
    neverSummarised: ratio(storyParagraphs - sumOf(all, ({ covered }) => covered), storyParagraphs),
    rowsOutOfOrder: back,
    outOfOrderShareOfRows: ratio(back, summaryParagraphs),
    outOfOrderShareOfLinks: ratio(back, links),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
