import type { Evidence } from "./evidence.ts";

/** What the bullet itself is like, the same for every candidate: it says which other evidence to trust. */
export const slot: Evidence = {
  name: "slot",
  common: true,
  columns: [
    "gaps",
    "length",
    "place of the gap",
    "opens",
    "after a place's preposition",
    "after the",
    "beside and",
    "possessive",
    "before a verb",
    "before a mark",
    "he",
    "she",
    "they",
    "others named",
    "paragraphs of the story",
    "entities of the story",
    "how sure the alignment is",
    "bullet's place",
  ],
  gather({ asked: { slot: own, question, story, chapter }, attention }) {
    const sure = attention.likely.reduce((a, b) => Math.max(a, b), 0);
    const values = [
      own.gaps,
      Math.log1p(own.length),
      own.place,
      Number(own.opens),
      Number(own.afterPlacePreposition),
      Number(own.afterThe),
      Number(own.afterAnd),
      Number(own.possessive),
      Number(own.beforeVerb),
      Number(own.beforeMark),
      own.he,
      own.she,
      own.they,
      question.named.length,
      Math.log1p(chapter.chapter.story.length),
      Math.log1p(story.byEntity.size),
      sure,
      (question.paragraph + 0.5) / chapter.chapter.summary.length,
    ];
    return () => values;
  },
};
