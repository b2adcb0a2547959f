import type { Asked, AskedStem } from "../question.ts";
import type { Evidence } from "./evidence.ts";

/** What the bullet shares with the words around each mention of a candidate. */
export const overlap: Evidence = {
  name: "overlap",
  columns: [
    "best of 6",
    "best of 15",
    "best of 40",
    "best three of 15",
    "sum of 15",
    "sum of 15, likely",
    "sum of 15, around",
    "share of 15, around",
    "best of 15, around",
    "mean of 15",
    "near the gap, best",
    "near the gap, around",
    "near the gap, share",
    "coverage, 10",
    "coverage, 30",
    "coverage near the gap",
  ],
  gather({ asked, attention }) {
    const { story, stems, question } = asked;
    const [six, fifteen, forty] = [6, 15, 40].map((reach) => asked.overlaps.mentions("all", reach)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const close = asked.overlaps.mentions("near", 8);
    const around = (k: number) => attention.around[story.mentions[k]!.paragraph]!;
    const named = new Set(question.named);
    const free = story.mentions.flatMap(({ entity }, k) => (named.has(entity) ? [] : k));
    const total = free.reduce((sum, k) => sum + around(k) * fifteen[k]!, 0);
    const totalClose = free.reduce((sum, k) => sum + around(k) * close[k]!, 0);
    const [ten, thirty] = [coverage(asked, 10), coverage(asked, 30)];
    const all = stems.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return (entity) => {
      const own = story.byEntity.get(entity) ?? [];
      const sum = (of: (k: number) => number) => own.reduce((total, k) => total + of(k), 0);
      const best = (of: (k: number) => number) => own.reduce((most, k) => Math.max(most, of(k)), 0);
      const three = own
        .map((k) => fifteen[k]!)
        .sort((a, b) => b - a)
        .slice(0, 3);
      const [sumAround, closeAround] = [sum((k) => around(k) * fifteen[k]!), sum((k) => around(k) * close[k]!)];
      const covered = (seen: ReadonlyMap<number, ReadonlySet<AskedStem>>, weight: (stem: AskedStem) => number) =>
        [...(seen.get(entity) ?? [])].reduce((total, stem) => total + weight(stem), 0) / all;
      return [
        best((k) => six[k]!),
        best((k) => fifteen[k]!),
        best((k) => forty[k]!),
        three.reduce((a, b) => a + b, 0) / 3,
        Math.log1p(sum((k) => fifteen[k]!)),
        Math.log1p(sum((k) => attention.likely[story.mentions[k]!.paragraph]! * fifteen[k]!)),
        Math.log1p(sumAround),
        total > 0 ? sumAround / total : 0,
        best((k) => around(k) * fifteen[k]!),
        sum((k) => fifteen[k]!) / (own.length + 1),
        best((k) => close[k]!),
        Math.log1p(closeAround),
        totalClose > 0 ? closeAround / totalClose : 0,
        covered(ten, ({ weight }) => weight),
        covered(thirty, ({ weight }) => weight),
        covered(ten, ({ weight, nearness }) => weight * nearness),
      ];
    };
  },
};

/** The stems of the bullet that each entity of the chapter has within so many places of some mention. */
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
