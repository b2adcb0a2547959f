import { evidence } from "./evidence.ts";

/** What the bullet itself is like, the same for every candidate: it says which other evidence to trust. */
export const slot = evidence({
  name: "slot",
  common: true,
  see: (sight) => () => sight,
  columns: [
    { name: "gaps", of: ({ asked }) => asked.slot.gaps },
    { name: "length", of: ({ asked }) => Math.log1p(asked.slot.length) },
    { name: "place of the gap", of: ({ asked }) => asked.slot.place },
    { name: "opens", of: ({ asked }) => Number(asked.slot.opens) },
    { name: "after a place's preposition", of: ({ asked }) => Number(asked.slot.afterPlacePreposition) },
    { name: "after the", of: ({ asked }) => Number(asked.slot.afterThe) },
    { name: "next to and", of: ({ asked }) => Number(asked.slot.afterAnd) },
    { name: "possessive", of: ({ asked }) => Number(asked.slot.possessive) },
    { name: "before a verb", of: ({ asked }) => Number(asked.slot.beforeVerb) },
    { name: "before a mark", of: ({ asked }) => Number(asked.slot.beforeMark) },
    { name: "he", of: ({ asked }) => asked.slot.he },
    { name: "she", of: ({ asked }) => asked.slot.she },
    { name: "they", of: ({ asked }) => asked.slot.they },
    { name: "others named", of: ({ asked }) => asked.question.named.length },
    { name: "paragraphs of the story", of: ({ asked }) => Math.log1p(asked.chapter.chapter.story.length) },
    { name: "entities of the story", of: ({ asked }) => Math.log1p(asked.story.byEntity.size) },
    {
      name: "how sure the alignment is",
      of: ({ attention }) => attention.likely.reduce((a, b) => Math.max(a, b), 0),
    },
    {
      name: "how sure the network is",
      of: ({ attention }) => attention.meant.reduce((a, b) => Math.max(a, b), 0),
    },
    {
      name: "bullet's place",
      of: ({ asked: { question, chapter } }) => (question.paragraph + 0.5) / chapter.chapter.summary.length,
    },
  ],
});
