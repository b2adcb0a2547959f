import { random, shuffled } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { expect, test } from "vitest";
import { matchGuide } from "./match.ts";

interface Chapter {
  readonly heading: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
}

/** The open corpus by work: chapters that all have a summary. */
async function booksOf(corpus: Awaited<ReturnType<typeof openCorpus>>): Promise<Map<string, Chapter[]>> {
  const books = new Map<string, Chapter[]>();
  for (const work of corpus.works) {
    const chapters: Chapter[] = [];
    for await (const { summary, story } of corpus.chapters({ works: [work] })) {
      const number = chapters.length;
      if (summary.length > 0)
        chapters.push({ heading: work.headings?.[number] || `Chapter ${number + 1}`, summary, story });
    }
    if (chapters.length >= 3) books.set(work.title, chapters);
  }
  return books;
}

/** The share of sections that are not sure, of those whose own summary is below their heading and of those whose is not. */
function unsureIn(
  books: ReadonlyMap<string, readonly Chapter[]>,
  of: (points: readonly string[], chapter: string) => readonly string[],
) {
  const [own, exchanged] = [[] as boolean[], [] as boolean[]];
  for (const [title, chapters] of books) {
    const order = [...chapters.keys()];
    const first = Math.floor(random("exchanged", title)() * (order.length - 1));
    const pair = [first, first + 1];
    for (const places of [order, order.with(first, first + 1).with(first + 1, first)]) {
      const sections = chapters.map(({ heading }, k) => ({
        name: heading,
        place: "guide",
        points: of(chapters[places[k]!]!.summary, `${title} ${places[k]}`).map((text) => ({ text })),
      }));
      const matches = matchGuide(
        sections,
        chapters.map(({ heading, story }, number) => ({ number, heading, story })),
        title,
      );
      if (places === order) own.push(...matches.map(({ sure }) => !sure));
      else exchanged.push(...pair.map((k) => !matches[k]!.sure || !matches[k]!.covers.includes(k)));
    }
  }
  const share = (found: readonly boolean[]) => found.filter(Boolean).length / found.length;
  return { own: share(own), exchanged: share(exchanged) };
}

test("sections of the open corpus are sure, and exchanged ones are not", { timeout: 900_000 }, async () => {
  const books = await booksOf(await openCorpus("corpora/open"));
  const some = (count: number) => (points: readonly string[], chapter: string) =>
    shuffled([...points.keys()], random(chapter))
      .slice(0, count)
      .sort((a, b) => a - b)
      .map((k) => points[k]!);
  const whole = unsureIn(books, (points) => points);
  const two = unsureIn(books, some(2));
  expect(whole.own).toBeLessThan(0.015);
  expect(whole.exchanged).toBeGreaterThan(0.95);
  expect(two.own).toBeLessThan(0.06);
  expect(two.exchanged).toBeGreaterThan(0.8);
});
