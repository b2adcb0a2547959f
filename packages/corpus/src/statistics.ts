import {
  type Chapter,
  type Corpus,
  countTokens,
  countWords,
  type Kind,
  rowsOutOfOrder,
  type Work,
} from "@plotline/align";
import { sumOf } from "@plotline/base";
import published from "./data/table1.json" with { type: "json" };

export type Statistics = Awaited<ReturnType<typeof statistics>>;

/** Reads the whole corpus and counts. `advance` is called for each chapter with their total number. */
export async function statistics(corpus: Corpus, name: string, advance?: (total: number) => void) {
  const total = sumOf(corpus.works, (work) => work.chapters.length);
  const chapters: ReturnType<typeof countsOf>[] = [];
  for await (const chapter of corpus.chapters({ unsummarised: true })) {
    chapters.push(countsOf(chapter));
    advance?.(total);
  }
  const story = sideOf(chapters.map((chapter) => chapter.story));
  const summary = sideOf(chapters.map((chapter) => chapter.summary));
  const own = { corpus: name, summary: summary.tokensPerText, text: story.tokensPerText, size: summary.texts };
  return {
    /** The paper's Table 1, average tokens of a summary and of a text and how many there are, and this corpus last. */
    table: [...published, own],
    kinds: kindCounts(corpus.works, chapters),
    story,
    summary,
    gold: goldCounts(chapters),
  };
}

function countsOf({ work, story, summary, gold }: Chapter) {
  return {
    work,
    story: sizesOf(story),
    summary: sizesOf(summary),
    gold: gold && {
      covered: new Set(gold.map((link) => link.story)).size,
      links: gold.length,
      back: rowsOutOfOrder(gold).length,
    },
  };
}

/** Tokens are words and punctuation marks, which is what the paper's averages count. */
function sizesOf(texts: readonly string[]) {
  return { paragraphs: texts.length, words: sumOf(texts, countWords), tokens: sumOf(texts, countTokens) };
}

/** Texts without a paragraph do not count. */
function sideOf(all: readonly ReturnType<typeof sizesOf>[]) {
  const texts = all.filter(({ paragraphs }) => paragraphs > 0).length;
  const paragraphs = sumOf(all, (each) => each.paragraphs);
  const words = sumOf(all, (each) => each.words);
  const tokens = sumOf(all, (each) => each.tokens);
  return {
    texts,
    paragraphs,
    words,
    wordsPerParagraph: ratio(words, paragraphs),
    tokens,
    tokensPerParagraph: ratio(tokens, paragraphs),
    tokensPerText: ratio(tokens, texts),
  };
}

/** A summary without a paragraph does not count, here as in the table. */
function kindCounts(works: readonly Work[], chapters: readonly ReturnType<typeof countsOf>[]) {
  const count = (kind: Kind | undefined) => {
    const those = works.filter((work) => work.kind === kind);
    const titles = new Set(those.map(({ title }) => title));
    return {
      kind: kind ?? ("unknown" as const),
      works: those.length,
      chapters: sumOf(those, (work) => work.chapters.length),
      summarised: chapters.filter(({ work, summary }) => summary.paragraphs > 0 && titles.has(work)).length,
    };
  };
  const unknown = count(undefined);
  return [...(["novel", "play", "story"] as const).map(count), ...(unknown.works > 0 ? [unknown] : [])];
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
