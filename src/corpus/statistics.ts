import { sumOf } from "../lists.ts";
import { rowsOutOfOrder } from "./alignments/order.ts";
import published from "./data/table1.json" with { type: "json" };
import type { Chapter, Corpus, Kind, Work } from "./types.ts";
import { countTokens, countWords } from "./words.ts";

/** A row of the paper's Table 1: average tokens of a summary and of a text, and how many there are. */
export interface TableRow {
  readonly corpus: string;
  readonly summary: number | null;
  readonly text: number | null;
  readonly size: number;
}

export interface Side {
  readonly texts: number;
  readonly paragraphs: number;
  readonly words: number;
  readonly wordsPerParagraph: number;
  /** Words and punctuation marks, which is what the paper's averages count. */
  readonly tokens: number;
  readonly tokensPerParagraph: number;
  readonly tokensPerText: number;
}

export interface KindCount {
  readonly kind: Kind | "unknown";
  readonly works: number;
  readonly chapters: number;
  readonly summarised: number;
}

/** Counted in the chapters whose gold can be used. */
export interface GoldStatistics {
  readonly works: number;
  readonly chapters: number;
  readonly summaryParagraphs: number;
  readonly storyParagraphs: number;
  readonly links: number;
  readonly linksPerSummaryParagraph: number;
  /** Share of story paragraphs that no link names. */
  readonly neverSummarised: number;
  readonly rowsOutOfOrder: number;
  readonly outOfOrderShareOfRows: number;
  readonly outOfOrderShareOfLinks: number;
}

export interface Statistics {
  /** The paper's rows, and this corpus last. */
  readonly table: readonly TableRow[];
  readonly kinds: readonly KindCount[];
  readonly story: Side;
  readonly summary: Side;
  readonly gold: GoldStatistics;
}

/** Reads the whole corpus and counts. `advance` is called for each chapter with their total number. */
export async function statistics(corpus: Corpus, name: string, advance?: (total: number) => void): Promise<Statistics> {
  const total = sumOf(corpus.works, (work) => work.chapters.length);
  const [story, summary, gold] = [new SideCount(), new SideCount(), new GoldCount()];
  const summarised = new Map<string, number>();
  for await (const chapter of corpus.chapters({ unsummarised: true })) {
    story.add(chapter.story);
    summary.add(chapter.summary);
    if (chapter.summary.length > 0) summarised.set(chapter.work, (summarised.get(chapter.work) ?? 0) + 1);
    gold.add(chapter);
    advance?.(total);
  }
  const [ofStory, ofSummary] = [story.side(), summary.side()];
  const own = { corpus: name, summary: ofSummary.tokensPerText, text: ofStory.tokensPerText, size: ofSummary.texts };
  return {
    table: [...published, own],
    kinds: kindCounts(corpus.works, summarised),
    story: ofStory,
    summary: ofSummary,
    gold: gold.statistics(),
  };
}

/** A summary without a paragraph does not count, here as in the table. */
function kindCounts(works: readonly Work[], summarised: ReadonlyMap<string, number>): KindCount[] {
  const count = (kind: Kind | undefined): KindCount => {
    const those = works.filter((work) => work.kind === kind);
    return {
      kind: kind ?? "unknown",
      works: those.length,
      chapters: sumOf(those, (work) => work.chapters.length),
      summarised: sumOf(those, ({ title }) => summarised.get(title) ?? 0),
    };
  };
  const kinds = ([undefined, "novel", "play", "story"] as const).map(count);
  return [...kinds.slice(1), ...kinds.slice(0, 1).filter((unknown) => unknown.works > 0)];
}

/** Texts without a paragraph do not count. */
class SideCount {
  private texts = 0;
  private paragraphs = 0;
  private words = 0;
  private tokens = 0;

  add(paragraphs: readonly string[]): void {
    if (paragraphs.length === 0) return;
    this.texts++;
    this.paragraphs += paragraphs.length;
    for (const paragraph of paragraphs) {
      this.words += countWords(paragraph);
      this.tokens += countTokens(paragraph);
    }
  }

  side(): Side {
    const { texts, paragraphs, words, tokens } = this;
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
}

class GoldCount {
  private readonly works = new Set<string>();
  private chapters = 0;
  private rows = 0;
  private stories = 0;
  private covered = 0;
  private links = 0;
  private back = 0;

  add({ work, summary, story, gold }: Chapter): void {
    if (gold === undefined) return;
    this.works.add(work);
    this.chapters++;
    this.rows += summary.length;
    this.stories += story.length;
    this.covered += new Set(gold.map((link) => link.story)).size;
    this.links += gold.length;
    this.back += rowsOutOfOrder(gold).length;
  }

  statistics(): GoldStatistics {
    return {
      works: this.works.size,
      chapters: this.chapters,
      summaryParagraphs: this.rows,
      storyParagraphs: this.stories,
      links: this.links,
      linksPerSummaryParagraph: ratio(this.links, this.rows),
      neverSummarised: ratio(this.stories - this.covered, this.stories),
      rowsOutOfOrder: this.back,
      outOfOrderShareOfRows: ratio(this.back, this.rows),
      outOfOrderShareOfLinks: ratio(this.back, this.links),
    };
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
