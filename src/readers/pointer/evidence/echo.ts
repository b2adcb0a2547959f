import type { StoryPlace } from "../reading.ts";
import { evidence } from "./evidence.ts";

/** Mentions by pronoun, and who narrates. */
export const echo = evidence({
  name: "echo",
  see({ asked, attention, reading }) {
    const { story, question } = asked;
    const echoes = reading.echoes(asked.chapter);
    const named = new Set(question.named);
    const free = echoes.filter(({ entity }) => !named.has(entity));
    const byEntity = new Map<number, StoryPlace[]>();
    for (const mention of free) byEntity.set(mention.entity, [...(byEntity.get(mention.entity) ?? []), mention]);
    const fifteen = new Map<StoryPlace, number>();
    const overlaps = asked.overlaps.pronouns(15);
    for (const [k, mention] of echoes.entries()) fifteen.set(mention, overlaps[k]!);
    const measure = (weight: (mention: StoryPlace) => number) => {
      const sum = (list: readonly StoryPlace[]) => list.reduce((total, mention) => total + weight(mention), 0);
      const total = sum(free);
      return (own: readonly StoryPlace[]) => ({ sum: sum(own), share: total > 0 ? sum(own) / total : 0 });
    };
    const plain = measure(() => 1);
    const likely = measure(({ paragraph }) => attention.likely[paragraph]!);
    const around = measure(({ paragraph }) => attention.around[paragraph]!);
    const overlap = measure((mention) => attention.around[mention.paragraph]! * fifteen.get(mention)!);
    return (entity) => {
      const own = byEntity.get(entity) ?? [];
      const { quoted, mentions } = reading.portraits.of(entity);
      return {
        plain: plain(own),
        likely: likely(own),
        around: around(own),
        overlap: overlap(own),
        best: own.reduce((best, mention) => Math.max(best, fifteen.get(mention)!), 0),
        quoted: quoted / (mentions + 2),
        mentions,
        narrated: (story.byEntity.get(entity) ?? []).some((k) => !story.mentions[k]!.quoted),
        firstPerson: story.firstPerson,
      };
    };
  },
  columns: [
    { name: "pronouns", of: ({ plain }) => Math.log1p(plain.sum) },
    { name: "share of pronouns", of: ({ plain }) => plain.share },
    { name: "pronouns, likely", of: ({ likely }) => Math.log1p(likely.sum) },
    { name: "share, likely", of: ({ likely }) => likely.share },
    { name: "pronouns, around", of: ({ around }) => Math.log1p(around.sum) },
    { name: "share, around", of: ({ around }) => around.share },
    { name: "best of 15", of: ({ best }) => best },
    { name: "sum of 15, around", of: ({ overlap }) => Math.log1p(overlap.sum) },
    { name: "share of 15, around", of: ({ overlap }) => overlap.share },
    { name: "quoted as a rule", of: ({ quoted }) => quoted },
    { name: "not by name outside speech", of: ({ narrated }) => (narrated ? 0 : 1) },
    { name: "first person", of: ({ firstPerson }) => firstPerson },
    { name: "narrates", of: ({ firstPerson, quoted, mentions }) => firstPerson * quoted * Math.log1p(mentions) },
  ],
});
