import type { Lexicon } from "../lexicon.ts";
import type { Portrait } from "../portraits.ts";
import type { AskedStem } from "../question.ts";
import type { Evidence } from "./evidence.ts";

/** How well the bullet's words fit what the whole story says of a candidate, and the words beside the gap its phrases. */
export const association: Evidence = {
  name: "association",
  columns: ["fit", "fit near the gap", "best fit", "word before", "word after"],
  gather({ asked: { stems, gaps }, reading: { portraits, lexicon } }) {
    const stemWeight = stems.reduce((sum, { nearness }) => sum + nearness, 0) || 1;
    return (entity) => {
      const portrait = portraits.of(entity);
      const fits = stems.map((stem) => fit(stem, portrait, lexicon));
      return [
        fits.reduce((a, b) => a + b, 0) / (stems.length || 1),
        fits.reduce((sum, value, k) => sum + value * stems[k]!.nearness, 0) / stemWeight,
        fits.reduce((a, b) => Math.max(a, b), 0),
        phrase(
          gaps.map(({ before }) => before),
          portrait,
          portraits.all,
          "before",
        ),
        phrase(
          gaps.map(({ after }) => after),
          portrait,
          portraits.all,
          "after",
        ),
      ];
    };
  },
};

/** ln of how much oftener the stem stands near the entity than it would by chance; tame where little was seen. */
function fit({ stem }: AskedStem, { near, mentions }: Portrait, lexicon: Lexicon): number {
  const expected = (mentions * 20 * lexicon.count(stem)) / (lexicon.total || 1);
  return Math.log(((near.get(stem) ?? 0) + 0.5) / (expected + 0.5));
}

/** ln of how much oftener the word stands there than beside any name. */
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
