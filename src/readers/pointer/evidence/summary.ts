import { evidence } from "./evidence.ts";

/** Where the other bullets of the chapter, each without what is asked there, name a candidate. */
export const summary = evidence({
  name: "summary",
  see({ asked: { question, chapter }, hidden }) {
    const at = question.paragraph;
    const named = chapter.bullets.map((bullet, k) => {
      if (k === at) return new Set<number>();
      return new Set(bullet.filter(({ start }) => !hidden.has(`${k}:${start}`)).map(({ entity }) => entity));
    });
    const count = (entity: number) => Math.log1p(named.filter((bullet) => bullet.has(entity)).length);
    const rarest = Math.min(...question.named.map(count));
    return (entity) => ({
      justBefore: named[at - 1]?.has(entity) ?? false,
      justAfter: named[at + 1]?.has(entity) ?? false,
      before: named.findLastIndex((bullet, k) => k < at && bullet.has(entity)),
      after: named.findIndex((bullet, k) => k > at && bullet.has(entity)),
      at,
      count: count(entity),
      rarest: question.named.length > 0 ? rarest : undefined,
    });
  },
  columns: [
    { name: "before", of: ({ justBefore }) => Number(justBefore) },
    { name: "after", of: ({ justAfter }) => Number(justAfter) },
    { name: "bullets before it", of: ({ before, at }) => (before < 0 ? 30 : at - before) },
    { name: "bullets after it", of: ({ after, at }) => (after < 0 ? 30 : after - at) },
    { name: "in the summary", of: ({ count }) => count },
    { name: "rarer than the rarest named", of: ({ count, rarest }) => (rarest === undefined ? 0 : count - rarest) },
  ],
});
