import { splitParagraphs, tidyParagraph, type Work } from "@plotline/align";
import { counted, groupedBy, sumOf } from "@plotline/base";
import { addressOf, shortAddress } from "../addresses/address.ts";
import { formatAlignment, linksOf, parseAlignment } from "../alignments/alignment-file.ts";
import { chapterPath } from "../listing.ts";
import { readBytes, textOf } from "../store/read-file.ts";
import type { Change } from "../store/store.ts";
import { namesIn, placesOf } from "./places.ts";

/** What became of the links, sheets and alignments of a text that was replaced. */
export interface Replaced {
  /** Chapters whose gold was carried over, because the old summary has all their new points. */
  readonly moved: readonly number[];
  /** Chapters whose gold or sheets count paragraphs that are no longer there: they were set aside. */
  readonly setAside: readonly number[];
  /** The folder in which everything is as it was before, as a path from the corpus folder. */
  readonly folder: string | undefined;
  /** Stored alignments of methods that went there too; they can be made again. */
  readonly removed: number;
}

export const nothingReplaced: Replaced = { moved: [], setAside: [], folder: undefined, removed: 0 };

/** The same for people. */
export function replacedSentences(work: Work, { moved, setAside, folder, removed }: Replaced): string[] {
  const named = (numbers: readonly number[]) =>
    numbers.map((number) => shortAddress(addressOf(work, number))).join(", ");
  const sentences: string[] = [];
  if (moved.length > 0) sentences.push(`The gold of ${named(moved)} was moved to the same points of the new guide.`);
  if (setAside.length > 0)
    sentences.push(`Gold and annotations of points that are gone (${named(setAside)}) were set aside.`);
  if (removed > 0)
    sentences.push(
      `${counted(removed, "stored alignment")} of the old points ${removed === 1 ? "was" : "were"} set aside; "plotline align" makes new ones.`,
    );
  if (folder !== undefined)
    sentences.push(`What was there before is in ${folder}; the book's page in the app puts it back.`);
  return sentences;
}

/**
 * Links, sheets and settlements name paragraphs by number. When the summaries of some chapters are replaced, none of them
 * may come to point at other paragraphs: all of it is set aside, together with the old text, and gold is carried over
 * with points that stay the same.
 */
export async function changesForReplaced(
  root: string,
  work: Work,
  texts: ReadonlyMap<number, readonly string[]>,
): Promise<{ readonly changes: readonly Change[]; readonly replaced: Replaced }> {
  const folder = await nextReplaced(root);
  const all = await Promise.all([...texts].map(([number, fresh]) => planFor({ root, work, folder }, number, fresh)));
  const plans = all.filter((plan) => plan !== undefined);
  const numbersWith = (kind: "moved" | "aside") => plans.filter((plan) => plan[kind]).map(({ number }) => number);
  const setAside = numbersWith("aside");
  return {
    changes: plans.flatMap(({ changes }) => changes),
    replaced: {
      moved: numbersWith("moved"),
      setAside,
      folder: plans.length > 0 ? folder : undefined,
      removed: sumOf(plans, (plan) => plan.removed),
    },
  };
}

/** The folder for what is replaced next. */
export async function nextReplaced(root: string): Promise<string> {
  const taken = (await namesIn(root, "replaced")).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  return `replaced/${Math.max(0, ...taken) + 1}`;
}

interface Where {
  /** The corpus folder. */
  readonly root: string;
  readonly work: Work;
  /** The folder for what is replaced. */
  readonly folder: string;
}

async function planFor(where: Where, number: number, fresh: readonly string[]) {
  const { root, work, folder } = where;
  if (!work.summarised.includes(number)) return undefined;
  const file = chapterPath("summaries", work.folder, number);
  const text = await textAt(root, file);
  const old = splitParagraphs(text);
  const now = fresh.map(tidyParagraph);
  if (old.length === now.length && old.every((paragraph, k) => paragraph === now[k])) return undefined;
  const attached = await attachedFiles(root, work, number);
  const alignments = attached.filter((path) => path.startsWith("alignments/"));
  const decided = attached.filter((path) => !path.startsWith("alignments/"));
  const gold = chapterPath("manual_alignments", work.folder, number);
  const along = decided.includes(gold) ? await goldAlong(where, number, old, now) : undefined;
  const isWhole = along !== undefined && old.every((paragraph) => now.includes(paragraph));
  return {
    number,
    moved: along !== undefined,
    aside: decided.some((path) => path !== gold || !isWhole),
    removed: new Set(alignments.map((path) => path.replace(/\.[^.]+$/, ""))).size,
    changes: [
      { write: `${folder}/${file}`, content: text },
      ...attached
        .filter((path) => path !== gold || along === undefined)
        .map((path) => ({ move: path, to: `${folder}/${path}` })),
      ...(along === undefined
        ? []
        : [
            { write: `${folder}/${gold}`, content: await textAt(root, gold) },
            { write: gold, content: along },
          ]),
    ],
  };
}

/** Every file of this chapter in the folders of the work, except its texts. */
export async function attachedFiles(root: string, work: Work, number: number): Promise<string[]> {
  const found = (await placesOf(root))
    .filter((place) => place !== "stories" && place !== "summaries")
    .map(async (place) =>
      (await namesIn(root, `${place}/${work.folder}`))
        .filter((name) => name.startsWith(`${number}.`))
        .map((name) => `${place}/${work.folder}/${name}`),
    );
  return (await Promise.all(found)).flat();
}

async function textAt(root: string, path: string): Promise<string> {
  return textOf(await readBytes(root, path));
}

/** The gold of the new points; undefined where one of them is not in the old summary. */
async function goldAlong({ root, work }: Where, number: number, old: readonly string[], now: readonly string[]) {
  const places = groupedBy(old.keys(), (k) => old[k]);
  const from = now.map((point) => places.get(point)?.shift());
  const story = splitParagraphs(await textAt(root, chapterPath("stories", work.folder, number)));
  const rows = await textAt(root, chapterPath("manual_alignments", work.folder, number));
  const { links } = linksOf(parseAlignment(rows), old.length, story.length);
  if (links === undefined || from.includes(undefined)) return undefined;
  const moved = from.flatMap((before, summary) =>
    links.filter((link) => link.summary === before).map((link) => ({ ...link, summary })),
  );
  return formatAlignment(moved, now.length);
}
