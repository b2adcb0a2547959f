import { evidence } from "./evidence.ts";

/** Whether a candidate is of the kind that the gap wants: a man, a woman, a place; and how it speaks. */
export const kind = evidence({
  name: "kind",
  see({ asked: { story, slot }, attention, reading }) {
    const wanted = Math.sign(slot.he - slot.she);
    return (entity) => {
      const { he, she, it, they, opens, mentions } = reading.portraits.of(entity);
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!);
      return {
        slot,
        wanted,
        person: reading.entity(entity).type === "PERSON" ? 1 : 0,
        man: (he - she) / (he + she + 4),
        byName: reading.portraits.nameGender(entity),
        it,
        they,
        pronouns: he + she + it + they,
        speeches: own.filter((mention) => mention.opens),
        said: own.filter((mention) => mention.speaks),
        around: (list: typeof own) => list.reduce((sum, { paragraph }) => sum + attention.around[paragraph]!, 0),
        opens,
        mentions,
      };
    };
  },
  columns: [
    { name: "person", of: ({ person }) => person },
    { name: "man by pronouns", of: ({ man }) => man },
    { name: "man by name", of: ({ byName }) => byName },
    { name: "pronouns agree", of: ({ man, wanted }) => man * wanted },
    { name: "names agree", of: ({ byName, wanted }) => byName * wanted },
    { name: "next pronoun agrees", of: ({ man, byName, slot }) => (man + byName) * slot.next },
    { name: "it", of: ({ it, pronouns }) => it / (pronouns + 4) },
    { name: "they", of: ({ they, pronouns }) => they / (pronouns + 4) },
    { name: "wants a place", of: ({ slot, person }) => (slot.afterPlacePreposition ? 1 - 2 * person : 0) },
    { name: "speeches", of: ({ speeches }) => Math.log1p(speeches.length) },
    { name: "speeches, around", of: ({ speeches, around }) => Math.log1p(around(speeches)) },
    { name: "said", of: ({ said }) => Math.log1p(said.length) },
    { name: "said, around", of: ({ said, around }) => Math.log1p(around(said)) },
    { name: "opens as a rule", of: ({ opens, mentions }) => opens / (mentions + 4) },
  ],
});
