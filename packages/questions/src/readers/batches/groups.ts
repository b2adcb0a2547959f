import { sumOf } from "@plotline/base";
import type { Encoded } from "../encoding/examples.ts";

/** A text that is being written, and the pages (by their numbers in the batch) that it may read. */
export interface Begun {
  readonly text: Encoded;
  readonly reads: readonly number[];
}

/** Texts that are written together, and all the pages that any of them reads. */
export interface Group {
  readonly texts: readonly Begun[];
  readonly pages: readonly number[];
}

/**
 * Every token of a text attends to every token of its group's pages, whether it may read them or not, and every group
 * is filled up to the largest. So a chapter whose bullets read few pages each is cut into runs of bullets: as many as
 * cost least. Texts keep their order. Where every bullet reads everything, a chapter stays whole.
 */
export function inGroups(chapters: readonly (readonly Begun[])[], lengths: readonly number[]): Group[] {
  const sized = (group: Group) => ({ group, size: sizeOf(group, lengths) });
  const whole = chapters.filter(({ length }) => length > 0).map((texts) => sized(groupOf(texts)));
  const most = largest(whole.map(({ size }) => size));
  const tried = parts.map((part) => {
    const limit = { written: most.written / part, read: most.read / part };
    return part === 1
      ? whole
      : whole.flatMap(({ group }) => runs(group.texts, lengths, limit).map((texts) => sized(groupOf(texts))));
  });
  return tried.reduce((best, each) => (cost(each) < cost(best) ? each : best)).map(({ group }) => group);
}

/** The numbers of parts that are tried for the largest chapter. */
const parts = [1, 2, 3, 4, 6, 8, 12, 16, 24];

interface Size {
  readonly written: number;
  readonly read: number;
}

interface Sized {
  readonly group: Group;
  readonly size: Size;
}

export function groupOf(texts: readonly Begun[]): Group {
  return { texts, pages: [...new Set(texts.flatMap(({ reads }) => reads))].sort((a, b) => a - b) };
}

function sizeOf({ texts, pages }: Group, lengths: readonly number[]): Size {
  return {
    written: sumOf(texts, ({ text }) => text.length),
    read: sumOf(pages, (page) => lengths[page] ?? 0),
  };
}

/** Neighbours as long as both limits allow; a text that exceeds them by itself is alone. */
function runs(texts: readonly Begun[], lengths: readonly number[], limit: Size): Begun[][] {
  const made: Begun[][] = [];
  let [written, read, pages] = [0, 0, new Set<number>()];
  for (const begun of texts) {
    const fresh = new Set(begun.reads.filter((page) => !pages.has(page)));
    const more = sumOf(fresh, (page) => lengths[page] ?? 0);
    const fits = written + begun.text.length <= limit.written && read + more <= limit.read;
    if (made.length > 0 && fits) {
      made.at(-1)?.push(begun);
      [written, read] = [written + begun.text.length, read + more];
      for (const page of fresh) pages.add(page);
    } else {
      made.push([begun]);
      pages = new Set(begun.reads);
      written = begun.text.length;
      read = sumOf(pages, (page) => lengths[page] ?? 0);
    }
  }
  return made;
}

/** Pairs of tokens, and the cost of laying out pages, in tokens' attention to them. */
function cost(groups: readonly Sized[]): number {
  const { written, read } = largest(groups.map(({ size }) => size));
  return groups.length * (written + layingOut) * read;
}

const layingOut = 8;

function largest(sizes: readonly Size[]): Size {
  return {
    written: sizes.reduce((most, { written }) => Math.max(most, written), 0),
    read: sizes.reduce((most, { read }) => Math.max(most, read), 0),
  };
}
