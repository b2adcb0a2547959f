import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { sumsBefore, textBefore } from "../blocks/sums.ts";
import type { Contents } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey } from "./lettering.ts";
import { divides, type Mark, type Surroundings } from "./runs.ts";

const weights = {
  /** A heading that the contents list promises; the table of an EPUB is certain, so any step to it pays. */
  promised: 1.3,
  certain: 6,
} as const;

export function surroundings(blocks: readonly Block[], marks: readonly Mark[], contents: Contents): Surroundings {
  const before = textBefore(blocks);
  const dividing = new Set(marks.filter(({ heading }) => divides(heading)).map(({ block }) => block));
  const divided = sumsBefore(blocks, (_, k) => (dividing.has(k) ? 1 : 0));
  const promised = promisedBy(contents);
  return {
    between: (block, next) => before[next]! - before[Math.min(block + 1, next)]!,
    dividedBetween: (block, next) => divided[next + 1]! > divided[block + 1]!,
    promise: contents.certain ? weights.certain : weights.promised,
    isPromised: ({ heading }) =>
      promised.has(entryKey(heading)) || (heading.title !== "" && promised.has(keyOfTitle(heading))),
  };
}

const promisedBy = memo(
  ({ entries }: Contents) => new Set(entries.flatMap(({ keys, heading }) => [...keys, entryKey(heading)])),
);

const keyOfTitle = memo(({ title }: Heading) => titleKey(title));

function entryKey(heading: Heading | undefined): string {
  return heading?.number === undefined ? "" : `${heading.class} ${heading.word} ${heading.number}`;
}
