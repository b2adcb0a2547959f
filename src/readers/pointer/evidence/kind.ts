import type { Evidence } from "./evidence.ts";

/** Whether a candidate is of the kind that the gap wants: a man, a woman, a place; and how it speaks. */
export const kind: Evidence = {
  name: "kind",
  columns: [
    "person",
    "man by pronouns",
    "man by name",
    "pronouns agree",
    "names agree",
    "next pronoun agrees",
    "it",
    "they",
    "wants a place",
    "speeches",
    "speeches, around",
    "said",
    "said, around",
    "opens as a rule",
  ],
  gather({ asked: { story, slot }, attention, reading }) {
    const wanted = Math.sign(slot.he - slot.she);
    return (entity) => {
      const { he, she, it, they, opens, mentions } = reading.portraits.of(entity);
      const person = reading.entity(entity).type === "PERSON" ? 1 : 0;
      const man = (he - she) / (he + she + 4);
      const byName = reading.portraits.nameGender(entity);
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!);
      const around = (list: typeof own) =>
        Math.log1p(list.reduce((sum, { paragraph }) => sum + attention.around[paragraph]!, 0));
      const speeches = own.filter((mention) => mention.opens);
      const said = own.filter((mention) => mention.speaks);
      return [
        person,
        man,
        byName,
        man * wanted,
        byName * wanted,
        (man + byName) * slot.next,
        it / (he + she + it + they + 4),
        they / (he + she + it + they + 4),
        slot.afterPlacePreposition ? 1 - 2 * person : 0,
        Math.log1p(speeches.length),
        around(speeches),
        Math.log1p(said.length),
        around(said),
        opens / (mentions + 4),
      ];
    };
  },
};
