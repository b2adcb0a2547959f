import type { Lexicon } from "../lexicon.ts";
import type { Portrait } from "../portraits.ts";
import type { AskedStem } from "../question.ts";
import { evidence } from "./evidence.ts";

/** How well the bullet's words fit what the whole story says of a candidate, and the words next to the gap its phrases. */
export const association = evidence({
  name: "association",
  see({ asked: { stems, gaps }, reading: { portraits, lexicon } }) {
    const before = gaps.map((gap) => gap.before);
    const after = gaps.map((gap) => gap.after);
    return (entity) => {
      const portrait = portraits.of(entity);
      return {
        stems,
        fits: stems.map((stem) => fit(stem, portrait, lexicon)),
        before: phrase(before, portrait, portraits.all, "before"),
        after: phrase(after, portrait, portraits.all, "after"),
      };
    };
  },
  columns: [
    { name: "fit", of: ({ fits }) => fits.reduce((a, b) => a + b, 0) / (fits.length || 1) },
    {
      name: "fit near the gap",
      of: ({ fits, stems }) =>
        fits.reduce((sum, value, k) => sum + value * stems[k]!.nearness, 0) /
        (stems.reduce((sum, { nearness }) => sum + nearness, 0) || 1),
    },
    { name: "best fit", of: ({ fits }) => fits.reduce((a, b) => Math.max(a, b), 0) },
    { name: "word before", of: ({ before }) => before },
    { name: "word after", of: ({ after }) => after },
  ],
});

/** ln of how much oftener the stem is near the entity than it would by chance; tame where little was seen. */
function fit({ stem }: AskedStem, { near, mentions }: Portrait, lexicon: Lexicon): number {
  const expected = (mentions * 20 * lexicon.count(stem)) / (lexicon.total || 1);
  return Math.log(((near.get(stem) ?? 0) + 0.5) / (expected + 0.5));
}

/** ln of how much oftener the word is there than next to any name. */
function phrase(
  words: readonly (number | undefined)[],
  own: Portrait,
  all: Portrait,
  side: "before" | "after",
): number {
  let sum = 0;
  for (const word of words) {
    if (word === undefined) continue;
    const usual = ((all[side].get(word) ?? 0) + 0.5) / (all.mentions + 1);
    sum += Math.log(((own[side].get(word) ?? 0) + 5 * usual) / (own.mentions + 5) / usual);
  }
  return sum / (words.length || 1);
}
