import type { Chapter } from "@plotline/align";
import { type Finder, phraseFinder, type TextHit, wordsFinder } from "@plotline/text";

type Readable = Pick<Chapter, "number" | "story" | "summary">;

const mostHits = 300;
/** How much of a paragraph is shown before the first word that was found, and how much in all. */
const [shownBefore, shown] = [70, 220];

/** Looks through a whole book and its guide: for the exact phrase or, where that is not found, for all of its words. */
export async function searchBook(chapters: () => AsyncIterable<Readable>, wanted: string) {
  const phrase = await hitsBy(phraseFinder(wanted), chapters());
  if (phrase.total > 0 || !/\S\s+\S/.test(wanted)) return { ...phrase, isPhrase: true };
  return { ...(await hitsBy(wordsFinder(wanted), chapters())), isPhrase: false };
}

async function hitsBy(find: Finder, chapters: AsyncIterable<Readable>) {
  const hits = [];
  let total = 0;
  for await (const { number, story, summary } of chapters)
    for (const [side, texts] of [["story", story] as const, ["summary", summary] as const])
      for (const [index, text] of texts.entries()) {
        const stretches = find(text);
        if (stretches.length === 0) continue;
        total++;
        if (hits.length < mostHits) hits.push({ number, side, index, ...excerpt(text, stretches) });
      }
  return { total, hits };
}

/** What is around the first words that were found, and where in it those words are. */
function excerpt(text: string, stretches: readonly TextHit[]) {
  const first = stretches[0]?.from ?? 0;
  const start = first <= shownBefore ? 0 : text.indexOf(" ", first - shownBefore) + 1;
  const from = start > first ? first : start;
  const space = text.lastIndexOf(" ", from + shown);
  const to = from + shown >= text.length ? text.length : Math.max(space, stretches[0]?.to ?? 0);
  const [before, after] = [from > 0 ? "… " : "", to < text.length ? " …" : ""];
  const marks = stretches
    .filter((stretch) => stretch.to <= to)
    .map((stretch) => ({ from: stretch.from - from + before.length, to: stretch.to - from + before.length }));
  return { text: before + text.slice(from, to) + after, marks };
}
