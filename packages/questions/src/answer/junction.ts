import { memo, sumOf } from "@plotline/base";
import { stopWords, tokens } from "@plotline/text";
import type { NamedWork } from "../work.ts";

/**
 * How much more often than by chance a kind of word follows another in the work's own story, as ln P(b | a) / P(b): whether
 * a continuation goes on grammatically. Function words and signs are kinds of their own, others go by their endings.
 */
export const junctions = memo((work: NamedWork) => {
  const [pairs, firsts, seconds] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const { chapter } of work.chapters)
    for (const paragraph of chapter.story) {
      const kinds = tokens(paragraph).map(({ text }) => kindOf(text));
      kinds.slice(1).forEach((kind, k) => {
        add(firsts, kinds[k]!);
        add(seconds, kind);
        add(pairs, `${kinds[k]} ${kind}`);
      });
    }
  const total = sumOf(firsts.values());
  return (before: string, after: string): number => {
    const [a, b] = [kindOf(lastToken(before)), kindOf(tokens(after)[0]?.text ?? ".")];
    const anywhere = ((seconds.get(b) ?? 0) + 0.5) / (total + 100);
    // As if each kind had been seen five times more, followed by what is usual.
    const here = ((pairs.get(`${a} ${b}`) ?? 0) + 5 * anywhere) / ((firsts.get(a) ?? 0) + 5);
    return Math.log(here / anywhere);
  };
});

function kindOf(token: string): string {
  if (!/^\p{L}/u.test(token)) return /^\d/.test(token) ? "a number" : token;
  const word = token.toLowerCase();
  if (stopWords.has(word)) return word;
  if (/^\p{Lu}/u.test(token)) return "a capital";
  return `-${/(?:ing|ly|ed|s|er|est|tion|ness|ful|ous|y)$/.exec(word)?.[0] ?? ""}`;
}

function lastToken(text: string): string {
  return tokens(text).at(-1)?.text ?? ".";
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
