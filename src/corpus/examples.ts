import { groupedBy, sumOf } from "../lists.ts";
import type { Alignment, Chapter } from "./types.ts";
import { countWords } from "./words.ts";

const shapes = ["one-to-one", "one-to-many", "many-to-one"] as const;
export type ExampleShape = (typeof shapes)[number];

export interface Paragraph {
  readonly index: number;
  readonly text: string;
}

/** Summary paragraphs and the story paragraphs they cover, linked to nothing else. */
export interface Example {
  readonly shape: ExampleShape;
  readonly work: string;
  readonly chapter: number;
  readonly summary: readonly Paragraph[];
  readonly story: readonly Paragraph[];
}

/** The clearest example of each shape: few words, many of them shared by both sides. */
export async function clearestExamples(
  aligned: AsyncIterable<{ chapter: Chapter; alignment: Alignment }>,
): Promise<Example[]> {
  const best = new Map<ExampleShape, { example: Example; clarity: number }>();
  for await (const { chapter, alignment } of aligned) {
    for (const example of examplesIn(chapter, alignment)) {
      const clarity = clarityOf(example);
      if (clarity > (best.get(example.shape)?.clarity ?? Number.NEGATIVE_INFINITY))
        best.set(example.shape, { example, clarity });
    }
  }
  return shapes.flatMap((shape) => best.get(shape)?.example ?? []);
}

/** Groups of at most four paragraphs linked to one paragraph of the other side, with no further link on either side. */
function examplesIn(chapter: Chapter, alignment: Alignment): Example[] {
  const bySummary = groupedBy(alignment, ({ summary }) => summary);
  const byStory = groupedBy(alignment, ({ story }) => story);
  const isAlone = (story: number) => byStory.get(story)?.length === 1;
  const hasOnlyOne = (summary: number) => bySummary.get(summary)?.length === 1;
  const found: Example[] = [];
  for (const [summary, links] of bySummary) {
    const stories = links.map(({ story }) => story);
    if (stories.length > 4 || !stories.every(isAlone) || !isRun(stories)) continue;
    found.push(example(chapter, stories.length === 1 ? "one-to-one" : "one-to-many", [summary], stories));
  }
  for (const [story, links] of byStory) {
    const summaries = links.map(({ summary }) => summary);
    if (summaries.length < 2 || summaries.length > 4 || !summaries.every(hasOnlyOne) || !isRun(summaries)) continue;
    found.push(example(chapter, "many-to-one", summaries, [story]));
  }
  return found;
}

function example(
  chapter: Chapter,
  shape: ExampleShape,
  summaries: readonly number[],
  stories: readonly number[],
): Example {
  const numbered = (side: readonly string[]) => (index: number) => ({ index, text: side[index] ?? "" });
  return {
    shape,
    work: chapter.work,
    chapter: chapter.number,
    summary: summaries.map(numbered(chapter.summary)),
    story: stories.map(numbered(chapter.story)),
  };
}

/**
 * The share of the summary's longer words that the story has too, less a little for every word beyond a comfortable
 * length; a paragraph of a few words shows nothing.
 */
function clarityOf({ summary, story }: Example): number {
  const lengths = [...summary, ...story].map(({ text }) => countWords(text));
  const total = sumOf(lengths, (length) => length);
  const tooShort = lengths.filter((length) => length < 8).length;
  const words = [...new Set(summary.flatMap(({ text }) => longerWords(text)))];
  const known = new Set(story.flatMap(({ text }) => longerWords(text)));
  const shared = words.filter((word) => known.has(word)).length / Math.max(4, words.length);
  return shared - Math.max(0, total - 40 * lengths.length) / 100 - tooShort;
}

function longerWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function isRun(indices: readonly number[]): boolean {
  const sorted = [...indices].sort((a, b) => a - b);
  return sorted.every((index, k) => index === (sorted[0] ?? 0) + k);
}
