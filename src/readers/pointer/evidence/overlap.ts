import { sumOf } from "../../../lists.ts";
import type { Asked, AskedStem } from "../question.ts";
import { evidence } from "./evidence.ts";

/** What the bullet shares with the words around each mention of a candidate. */
export const overlap = evidence({
  name: "overlap",
  see({ asked, attention }) {
    const { story, stems, question } = asked;
    const six = asked.overlaps.mentions("all", 6);
    const fifteen = asked.overlaps.mentions("all", 15);
    const forty = asked.overlaps.mentions("all", 40);
    const close = asked.overlaps.mentions("near", 8);
    const around = (k: number) => attention.around[story.mentions[k]!.paragraph]!;
    const likely = (k: number) => attention.likely[story.mentions[k]!.paragraph]!;
    const named = new Set(question.named);
    const free = story.mentions.flatMap(({ entity }, k) => (named.has(entity) ? [] : k));
    const totalAround = sumOf(free, (k) => around(k) * fifteen[k]!);
    const totalClose = sumOf(free, (k) => around(k) * close[k]!);
    const [ten, thirty] = [coverage(asked, 10), coverage(asked, 30)];
    const all = sumOf(stems, ({ weight }) => weight) || 1;
    return (entity) => {
      const own = story.byEntity.get(entity) ?? [];
      const sum = (of: (k: number) => number) => sumOf(own, of);
      const best = (of: (k: number) => number) => own.reduce((most, k) => Math.max(most, of(k)), 0);
      const covered = (seen: ReadonlyMap<number, ReadonlySet<AskedStem>>, weight: (stem: AskedStem) => number) =>
        sumOf(seen.get(entity) ?? [], weight) / all;
      return {
        own,
        six,
        fifteen,
        forty,
        close,
        around,
        likely,
        sum,
        best,
        sumAround: sum((k) => around(k) * fifteen[k]!),
        closeAround: sum((k) => around(k) * close[k]!),
        totalAround,
        totalClose,
        inTen: (weight: (stem: AskedStem) => number) => covered(ten, weight),
        inThirty: (weight: (stem: AskedStem) => number) => covered(thirty, weight),
      };
    };
  },
  columns: [
    { name: "best of 6", of: ({ best, six }) => best((k) => six[k]!) },
    { name: "best of 15", of: ({ best, fifteen }) => best((k) => fifteen[k]!) },
    { name: "best of 40", of: ({ best, forty }) => best((k) => forty[k]!) },
    {
      name: "best three of 15",
      of: ({ own, fifteen }) =>
        sumOfBest(
          own.map((k) => fifteen[k]!),
          3,
        ) / 3,
    },
    { name: "sum of 15", of: ({ sum, fifteen }) => Math.log1p(sum((k) => fifteen[k]!)) },
    { name: "sum of 15, likely", of: ({ sum, fifteen, likely }) => Math.log1p(sum((k) => likely(k) * fifteen[k]!)) },
    { name: "sum of 15, around", of: ({ sumAround }) => Math.log1p(sumAround) },
    { name: "share of 15, around", of: ({ sumAround, totalAround: all }) => (all > 0 ? sumAround / all : 0) },
    { name: "best of 15, around", of: ({ best, fifteen, around }) => best((k) => around(k) * fifteen[k]!) },
    { name: "mean of 15", of: ({ sum, fifteen, own }) => sum((k) => fifteen[k]!) / (own.length + 1) },
    { name: "near the gap, best", of: ({ best, close }) => best((k) => close[k]!) },
    { name: "near the gap, around", of: ({ closeAround }) => Math.log1p(closeAround) },
    { name: "near the gap, share", of: ({ closeAround, totalClose: all }) => (all > 0 ? closeAround / all : 0) },
    { name: "coverage, 10", of: ({ inTen }) => inTen(({ weight }) => weight) },
    { name: "coverage, 30", of: ({ inThirty }) => inThirty(({ weight }) => weight) },
    { name: "coverage near the gap", of: ({ inTen }) => inTen(({ weight, nearness }) => weight * nearness) },
  ],
});

function sumOfBest(values: readonly number[], count: number): number {
  return [...values]
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((a, b) => a + b, 0);
}

/** The stems of the bullet that each entity of the chapter has within this many places of some mention. */
function coverage({ story, stems }: Asked, reach: number): Map<number, Set<AskedStem>> {
  const found = new Map<number, Set<AskedStem>>();
  for (const stem of stems) {
    let first = 0;
    for (const place of story.places.get(stem.stem) ?? []) {
      while (first < story.mentions.length && story.mentions[first]!.place < place - reach) first++;
      for (let k = first; k < story.mentions.length && story.mentions[k]!.place <= place + reach; k++) {
        const { entity } = story.mentions[k]!;
        const own = found.get(entity);
        if (own === undefined) found.set(entity, new Set([stem]));
        else own.add(stem);
      }
    }
  }
  return found;
}
