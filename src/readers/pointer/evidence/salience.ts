import type { Evidence } from "./evidence.ts";

/** How much the story is about a candidate, so far, here and on the whole. */
export const salience: Evidence = {
  name: "salience",
  columns: [
    "mentions in the work",
    "share of the work",
    "chapters with it",
    "told here more than elsewhere",
    "mentions in the chapter before",
    "mentions in the next chapter",
    "mentions so far, fading",
    "first chapter with it",
    "rank in the chapter",
    "share of its mentions",
  ],
  gather({ asked: { chapter, story }, reading }) {
    const { portraits, work } = reading;
    const at = work.chapters.indexOf(chapter);
    const readings = work.chapters.map((other) => reading.chapter(other));
    const sizes = [...story.byEntity.values()].map((list) => list.length).sort((a, b) => b - a);
    return (entity) => {
      const { mentions, chapters } = portraits.of(entity);
      const here = story.byEntity.get(entity)?.length ?? 0;
      const countAt = (k: number) => (readings[k] === undefined ? 0 : (chapters.get(readings[k]) ?? 0));
      let fading = 0;
      for (let k = 0; k <= at; k++) fading = fading * 0.6 + countAt(k);
      const first = readings.findIndex((other) => chapters.has(other));
      const usual = mentions / (chapters.size || 1);
      return [
        Math.log1p(mentions),
        mentions / (portraits.all.mentions || 1),
        chapters.size / readings.length,
        Math.log((here + 0.5) / (usual + 0.5)),
        Math.log1p(countAt(at - 1)),
        Math.log1p(countAt(at + 1)),
        Math.log1p(fading),
        first === at ? 1 : first > at ? 2 : 0,
        Math.log1p(sizes.filter((size) => size > here).length),
        here / (mentions || 1),
      ];
    };
  },
};
