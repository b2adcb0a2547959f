import { evidence } from "./evidence.ts";

/** How a candidate goes with the others whom the bullet names. */
export const company = evidence({
  name: "company",
  see({ asked: { question, story }, attention, reading: { portraits } }) {
    const named = [...new Set(question.named)];
    const anchors = named.flatMap((entity) => (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!));
    const paragraphs = new Set(anchors.map(({ paragraph }) => paragraph));
    const places = Int32Array.from(anchors, ({ place }) => place).sort();
    const counts = named.map((entity) => Math.log1p(story.byEntity.get(entity)?.length ?? 0));
    const works = named.map((entity) => Math.log1p(portraits.of(entity).mentions));
    const bounds = { rarest: Math.min(...counts), rarestInWork: Math.min(...works), most: Math.max(...counts) };
    return (entity) => {
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!);
      const portrait = portraits.of(entity);
      return {
        ...bounds,
        shared: own.filter(({ paragraph }) => paragraphs.has(paragraph)),
        close: own.filter(({ place }) => gapTo(places, place) < 25),
        around: (list: typeof own) => list.reduce((sum, m) => sum + attention.around[m.paragraph]!, 0),
        ties: named.map((other) => tie(portrait, portraits.of(other), other, portraits.all.paragraphs)),
        count: Math.log1p(own.length),
        countInWork: Math.log1p(portrait.mentions),
        alone: named.length === 0,
      };
    };
  },
  columns: [
    { name: "paragraphs together", of: ({ shared }) => Math.log1p(shared.length) },
    { name: "paragraphs together, around", of: ({ shared, around }) => Math.log1p(around(shared)) },
    { name: "close together", of: ({ close }) => Math.log1p(close.length) },
    { name: "close together, around", of: ({ close, around }) => Math.log1p(around(close)) },
    {
      name: "together in the work",
      of: ({ ties, alone }) => (alone ? 0 : ties.reduce((a, b) => a + b, 0) / ties.length),
    },
    { name: "most together in the work", of: ({ ties, alone }) => (alone ? 0 : Math.max(...ties)) },
    { name: "rarer than the rarest named", of: ({ count, rarest, alone }) => (alone ? 0 : count - rarest) },
    {
      name: "rarer than the rarest named, work",
      of: ({ countInWork, rarestInWork, alone }) => (alone ? 0 : countInWork - rarestInWork),
    },
    { name: "next to the most named", of: ({ count, most, alone }) => (alone ? 0 : count - most) },
  ],
});

/** ln of how much oftener the two share a paragraph than by chance. */
function tie(
  own: { together: ReadonlyMap<number, number>; paragraphs: number },
  other: { paragraphs: number },
  number: number,
  all: number,
): number {
  const expected = (own.paragraphs * other.paragraphs) / (all || 1);
  return Math.log(((own.together.get(number) ?? 0) + 0.5) / (expected + 0.5));
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
