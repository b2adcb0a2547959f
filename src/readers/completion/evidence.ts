import type { Chapter } from "../../corpus/types.ts";
import { bm25 } from "../../similarity/bm25.ts";
import type { Matrix } from "../../similarity/matrix.ts";
import type { Scorer } from "../../similarity/similarity.ts";
import { tfidf } from "../../similarity/tfidf.ts";
import { reader } from "../../text/reader.ts";

/** What a reader is given of an item: never where an option comes from. */
export interface Asked {
  readonly prefix: string;
  readonly options: readonly { readonly text: string }[];
}

/** How the texts of an item match the story: one number a story paragraph. */
export interface Matches {
  readonly prefix: Float64Array;
  /** Each continuation alone; and after the first tokens, as if it were the bullet. */
  readonly options: readonly Float64Array[];
  readonly whole: readonly Float64Array[];
  /** The last by TF-IDF, as the paper's aligner compares. */
  readonly alike: readonly Float64Array[];
  /** Each continuation with each chapter of the work. */
  readonly chapters: readonly Float64Array[];
}

/**
 * The evidence of a work's stories about continuations. Frequencies are counted on the story alone, so that a text's
 * scores do not depend on what else is asked.
 */
export class WorkEvidence {
  readonly bm25: Scorer<Matrix>;
  private readonly tfidf: Scorer<Matrix>;
  private readonly wholeChapters: readonly string[];
  private readonly numbers: readonly number[];
  private readonly toChapters = new Map<string, Float64Array>();

  constructor(chapters: readonly Pick<Chapter, "number" | "story">[]) {
    const words = reader();
    this.bm25 = bm25({ documents: "story" }).prepare({ reader: words });
    this.tfidf = tfidf({ stopWords: true, stems: false, counts: "raw", documents: "story" }).prepare({ reader: words });
    const written = chapters.filter(({ story }) => story.length > 0);
    this.wholeChapters = written.map(({ story }) => story.join("\n"));
    this.numbers = written.map(({ number }) => number);
  }

  /** The place of a chapter among those that have a story. */
  rankOf(chapter: number): number {
    return this.numbers.indexOf(chapter);
  }

  /** For the items of a chapter together, since its story is weighed once per call. */
  matches(items: readonly Asked[], { story }: Pick<Chapter, "story">): Matches[] {
    const texts = items.flatMap(({ prefix, options }) => [prefix, ...options.map(({ text }) => text)]);
    const whole = items.flatMap(({ prefix, options }) => options.map(({ text }) => `${prefix} ${text}`));
    const parts = rowsByText([...texts, ...whole], this.bm25, story);
    const alike = rowsByText(whole, this.tfidf, story);
    this.compareWithChapters(items.flatMap(({ options }) => options.map(({ text }) => text)));
    const known = (rows: ReadonlyMap<string, Float64Array>, text: string) => rows.get(text) ?? new Float64Array(0);
    return items.map(({ prefix, options }) => ({
      prefix: known(parts, prefix),
      options: options.map(({ text }) => known(parts, text)),
      whole: options.map(({ text }) => known(parts, `${prefix} ${text}`)),
      alike: options.map(({ text }) => known(alike, `${prefix} ${text}`)),
      chapters: options.map(({ text }) => known(this.toChapters, text)),
    }));
  }

  /** The continuations of a chapter are options again and again, also of its neighbours. */
  private compareWithChapters(texts: readonly string[]): void {
    const fresh = texts.filter((text) => !this.toChapters.has(text));
    if (fresh.length === 0) return;
    for (const [text, row] of rowsByText(fresh, this.bm25, this.wholeChapters)) this.toChapters.set(text, row);
  }
}

function rowsByText(
  texts: readonly string[],
  score: Scorer<Matrix>,
  story: readonly string[],
): Map<string, Float64Array> {
  const distinct = [...new Set(texts)];
  const { columns, values } = score({ summary: distinct, story });
  return new Map(
    distinct.map((text, row) => [text, Float64Array.from(values.subarray(row * columns, (row + 1) * columns))]),
  );
}
