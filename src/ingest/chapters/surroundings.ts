import type { Block } from "../blocks/block.ts";
import type { Contents } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey } from "./lettering.ts";
import { runWeights } from "./limits.ts";
import { once } from "./once.ts";
import { divides, type Mark, type Surroundings } from "./runs.ts";

export function surroundings(blocks: readonly Block[], marks: readonly Mark[], contents: Contents): Surroundings {
  const before = textBefore(blocks);
  const divided = new Int32Array(blocks.length + 1);
  const dividing = new Set(marks.filter(({ heading }) => divides(heading)).map(({ block }) => block));
  blocks.forEach((_, k) => {
    divided[k + 1] = divided[k]! + (dividing.has(k) ? 1 : 0);
  });
  const promised = promisedBy(contents);
  return {
    between: (block, next) => before[next]! - before[Math.min(block + 1, next)]!,
    dividedBetween: (block, next) => divided[next + 1]! > divided[block + 1]!,
    promise: contents.certain ? runWeights.certain : runWeights.promised,
    isPromised: ({ heading }) =>
      promised.has(entryKey(heading)) || (heading.title !== "" && promised.has(keyOfTitle(heading))),
  };
}

const promisedBy = once(
  ({ entries }: Contents) => new Set(entries.flatMap(({ keys, heading }) => [...keys, entryKey(heading)])),
);

const keyOfTitle = once(({ title }: Heading) => titleKey(title));

function entryKey(heading: Heading | undefined): string {
  return heading?.number === undefined ? "" : `${heading.class} ${heading.word} ${heading.number}`;
}

/** How many characters are above each block, and above the end. */
export const textBefore = once((blocks: readonly Block[]): Float64Array => {
  const before = new Float64Array(blocks.length + 1);
  blocks.forEach(({ text }, k) => {
    before[k + 1] = before[k]! + text.length;
  });
  return before;
});
