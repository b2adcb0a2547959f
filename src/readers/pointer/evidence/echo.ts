import type { StoryPlace } from "../reading.ts";
import type { Evidence } from "./evidence.ts";

/** Mentions by pronoun, and who tells the story. */
export const echo: Evidence = {
  name: "echo",
  columns: [
    "pronouns",
    "share of pronouns",
    "pronouns, likely",
    "share, likely",
    "pronouns, around",
    "share, around",
    "best of 15",
    "sum of 15, around",
    "share of 15, around",
    "quoted as a rule",
    "not by name in what is told",
    "first person",
    "tells the story",
  ],
  gather({ asked, attention, reading }) {
    const { story, question } = asked;
    const echoes = reading.echoes(asked.chapter);
    const named = new Set(question.named);
    const free = echoes.filter(({ entity }) => !named.has(entity));
    const byEntity = new Map<number, StoryPlace[]>();
    for (const mention of free) byEntity.set(mention.entity, [...(byEntity.get(mention.entity) ?? []), mention]);
    const fifteen = new Map<StoryPlace, number>();
    const overlaps = asked.overlaps.pronouns(15);
    for (const [k, mention] of echoes.entries()) fifteen.set(mention, overlaps[k]!);
    const weighs = {
      plain: () => 1,
      likely: ({ paragraph }: StoryPlace) => attention.likely[paragraph]!,
      around: ({ paragraph }: StoryPlace) => attention.around[paragraph]!,
      overlap: (mention: StoryPlace) => attention.around[mention.paragraph]! * fifteen.get(mention)!,
    };
    const sum = (list: readonly StoryPlace[], by: keyof typeof weighs) =>
      list.reduce((total, mention) => total + weighs[by](mention), 0);
    const names = ["plain", "likely", "around", "overlap"] as const;
    const totals = names.map((name) => sum(free, name));
    return (entity) => {
      const own = byEntity.get(entity) ?? [];
      const [plain, likely, around, overlap] = names.map((name, k) => {
        const value = sum(own, name);
        return [Math.log1p(value), totals[k]! > 0 ? value / totals[k]! : 0];
      }) as [number[], number[], number[], number[]];
      const { quoted, mentions } = reading.portraits.of(entity);
      const rule = quoted / (mentions + 2);
      const told = (story.byEntity.get(entity) ?? []).filter((k) => !story.mentions[k]!.quoted).length;
      return [
        ...plain,
        ...likely,
        ...around,
        own.reduce((best, mention) => Math.max(best, fifteen.get(mention)!), 0),
        ...overlap,
        rule,
        told === 0 ? 1 : 0,
        story.firstPerson,
        story.firstPerson * rule * Math.log1p(mentions),
      ];
    };
  },
};
