import type { Evidence } from "./evidence.ts";

/** Where the other bullets of the chapter, each without what is asked there, name a candidate. */
export const summary: Evidence = {
  name: "summary",
  columns: [
    "before",
    "after",
    "bullets before it",
    "bullets after it",
    "in the summary",
    "rarer than the rarest named",
  ],
  gather({ asked: { question, chapter }, hidden }) {
    const named = chapter.bullets.map((bullet, k) => {
      if (k === question.paragraph) return new Set<number>();
      return new Set(bullet.filter(({ start }) => !hidden.has(`${k}:${start}`)).map(({ entity }) => entity));
    });
    const at = question.paragraph;
    const count = (entity: number) => Math.log1p(named.filter((bullet) => bullet.has(entity)).length);
    const rarest = Math.min(...question.named.map(count));
    return (entity) => {
      const before = named.findLastIndex((bullet, k) => k < at && bullet.has(entity));
      const after = named.findIndex((bullet, k) => k > at && bullet.has(entity));
      return [
        named[at - 1]?.has(entity) ? 1 : 0,
        named[at + 1]?.has(entity) ? 1 : 0,
        before < 0 ? 30 : at - before,
        after < 0 ? 30 : after - at,
        count(entity),
        question.named.length > 0 ? count(entity) - rarest : 0,
      ];
    };
  },
};
