import { evidence } from "./evidence.ts";

/** How much the story is about a candidate, so far, here and on the whole. */
export const salience = evidence({
  name: "salience",
  see({ asked: { chapter, story }, reading }) {
    const { portraits, work } = reading;
    const at = work.chapters.indexOf(chapter);
    const readings = work.chapters.map((other) => reading.chapter(other));
    const sizes = [...story.byEntity.values()].map((list) => list.length);
    return (entity) => {
      const { mentions, chapters } = portraits.of(entity);
      const here = story.byEntity.get(entity)?.length ?? 0;
      return {
        at,
        here,
        mentions,
        allMentions: portraits.all.mentions,
        chapters: chapters.size,
        allChapters: readings.length,
        countAt: (k: number) => (readings[k] === undefined ? 0 : (chapters.get(readings[k]) ?? 0)),
        first: readings.findIndex((other) => chapters.has(other)),
        rank: sizes.filter((size) => size > here).length,
      };
    };
  },
  columns: [
    { name: "mentions in the work", of: ({ mentions }) => Math.log1p(mentions) },
    { name: "share of the work", of: ({ mentions, allMentions }) => mentions / (allMentions || 1) },
    { name: "chapters with it", of: ({ chapters, allChapters }) => chapters / allChapters },
    {
      name: "named here more than elsewhere",
      of: ({ here, mentions, chapters }) => Math.log((here + 0.5) / (mentions / (chapters || 1) + 0.5)),
    },
    { name: "mentions in the chapter before", of: ({ at, countAt }) => Math.log1p(countAt(at - 1)) },
    { name: "mentions in the next chapter", of: ({ at, countAt }) => Math.log1p(countAt(at + 1)) },
    { name: "mentions so far, fading", of: ({ at, countAt }) => Math.log1p(fading(at, countAt)) },
    { name: "first chapter with it", of: ({ at, first }) => (first === at ? 1 : first > at ? 2 : 0) },
    { name: "rank in the chapter", of: ({ rank }) => Math.log1p(rank) },
    { name: "share of its mentions", of: ({ here, mentions }) => here / (mentions || 1) },
  ],
});

/** The counts of the chapters up to this one, each worth .6 of the next. */
function fading(at: number, countAt: (chapter: number) => number): number {
  let sum = 0;
  for (let k = 0; k <= at; k++) sum = sum * 0.6 + countAt(k);
  return sum;
}
