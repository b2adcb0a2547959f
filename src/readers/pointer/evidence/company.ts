import type { Evidence } from "./evidence.ts";

/** How a candidate goes with the others whom the bullet names. */
export const company: Evidence = {
  name: "company",
  columns: [
    "paragraphs together",
    "paragraphs together, around",
    "close together",
    "close together, around",
    "together in the work",
    "most together in the work",
    "rarer than the rarest named",
    "rarer than the rarest named, work",
    "beside the most named",
  ],
  gather({ asked: { question, story }, attention, reading: { portraits } }) {
    const named = [...new Set(question.named)];
    const anchors = named.flatMap((entity) => (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!));
    const paragraphs = new Set(anchors.map(({ paragraph }) => paragraph));
    const places = Int32Array.from(anchors, ({ place }) => place).sort();
    const counts = named.map((entity) => Math.log1p(story.byEntity.get(entity)?.length ?? 0));
    const works = named.map((entity) => Math.log1p(portraits.of(entity).mentions));
    const [rarest, rarestInWork, most] = [Math.min(...counts), Math.min(...works), Math.max(...counts)];
    return (entity) => {
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!);
      const shared = own.filter(({ paragraph }) => paragraphs.has(paragraph));
      const close = own.filter(({ place }) => gapTo(places, place) < 25);
      const around = (list: typeof own) => list.reduce((sum, m) => sum + attention.around[m.paragraph]!, 0);
      const ties = named.map((other) =>
        tie(portraits.of(entity), portraits.of(other), other, portraits.all.paragraphs),
      );
      const count = Math.log1p(own.length);
      return [
        Math.log1p(shared.length),
        Math.log1p(around(shared)),
        Math.log1p(close.length),
        Math.log1p(around(close)),
        ties.length > 0 ? ties.reduce((a, b) => a + b, 0) / ties.length : 0,
        ties.length > 0 ? Math.max(...ties) : 0,
        named.length > 0 ? count - rarest : 0,
        named.length > 0 ? Math.log1p(portraits.of(entity).mentions) - rarestInWork : 0,
        named.length > 0 ? count - most : 0,
      ];
    };
  },
};

/** ln of how much oftener the two share a paragraph than by chance. */
function tie(
  own: { beside: ReadonlyMap<number, number>; paragraphs: number },
  other: { paragraphs: number },
  number: number,
  all: number,
): number {
  const expected = (own.paragraphs * other.paragraphs) / (all || 1);
  return Math.log(((own.beside.get(number) ?? 0) + 0.5) / (expected + 0.5));
}

/** Places to the nearest of a sorted list. */
function gapTo(places: Int32Array, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < place) low = middle + 1;
    else high = middle;
  }
  const after = low < places.length ? places[low]! - place : Number.POSITIVE_INFINITY;
  return Math.min(after, low > 0 ? place - places[low - 1]! : Number.POSITIVE_INFINITY);
}
