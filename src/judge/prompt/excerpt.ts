import { stem } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import { oneLine } from "../plain.ts";

/** How many words of a long paragraph are shown: its first, and the stretch that shares most with some points. */
const words = { first: 12, stretch: 26 };

/** A long paragraph cut down for a reader who looks for these points; a short one as it is. */
export function excerpt(paragraph: string, points: readonly string[]): string {
  const all = oneLine(paragraph).split(" ");
  if (all.length <= words.first + words.stretch + 6) return all.join(" ");
  const wanted = new Set(points.flatMap((point) => contentStems(point)));
  const weights = all.map((word) => (contentStems(word).some((each) => wanted.has(each)) ? 1 : 0));
  const from = bestStretch(weights, words.first, words.stretch);
  const to = Math.min(all.length, from + words.stretch);
  const parts = [all.slice(0, words.first), all.slice(from, to)].map((part) => part.join(" "));
  const joined = from === words.first ? parts.join(" ") : parts.join(" … ");
  return to === all.length ? joined : `${joined} …`;
}

function contentStems(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);
}

/** Where the heaviest stretch of this length begins; the first where several are equal. */
function bestStretch(weights: readonly number[], least: number, length: number): number {
  const last = Math.max(least, weights.length - length);
  let sum = weights.slice(least, least + length).reduce((total, weight) => total + weight, 0);
  let [best, found] = [sum, least];
  for (let from = least + 1; from <= last; from++) {
    sum += (weights[from + length - 1] ?? 0) - weights[from - 1]!;
    if (sum > best) [best, found] = [sum, from];
  }
  return found;
}
