import {
  type Chapter,
  type ChapterAddress,
  type Missing,
  missing,
  type OrderStatistics,
  orderOver,
  orderStatistics,
  type Stretch,
  type Work,
} from "@plotline/align";
import { groupedBy, Problem } from "@plotline/base";
import { addressOf, chapterNumber, shortAddress } from "@plotline/corpus";
import { openCorpus } from "@plotline/corpus/node";
import { namedAlignment } from "@plotline/runs/node";
import type { Command } from "commander";
import { alignedChapters } from "../../aligned-chapters.ts";
import { command } from "../../command.ts";
import { type ChosenAlignment, methodChoice, withAlignment } from "../../options/method.ts";
import { chapterHelp, chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { beginning, bold, counted, dim, print, printJson, textTable, wrap } from "../../print/print.ts";

interface MissingOptions extends WorkChoice, ChosenAlignment {
  readonly chapter?: string;
}

interface Found {
  readonly chapter: Chapter;
  readonly address: ChapterAddress;
  readonly missing: Missing;
  readonly order: OrderStatistics;
}

export function missingCommand(): Command {
  const made = command(
    "missing <corpus>",
    "Show what the guide leaves out: stretches of the story that no point covers, points with no matching passage, and how the summary runs through the story.",
  );
  return withAlignment(
    withWorks(made).option("--chapter <chapter>", `what one chapter leaves out, in full: ${chapterHelp}`),
  ).action(run);
}

async function run(folder: string, options: MissingOptions): Promise<void> {
  const found = await findMissing(folder, options);
  if (options.json) printJson(jsonOf(options.alignment, found));
  else if (options.chapter !== undefined) for (const each of found) printChapter(each);
  else printWorks(found);
}

async function findMissing(folder: string, options: MissingOptions): Promise<Found[]> {
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const byTitle = new Map(works.map((work) => [work.title, work]));
  const wanted = options.chapter === undefined ? undefined : chapterNumber(onlyWork(works), options.chapter);
  const alignment = await namedAlignment(corpus, options.alignment, await methodChoice(corpus, [], options));
  const isWanted = ({ number }: Chapter) => wanted === undefined || wanted === number;
  const found: Found[] = [];
  for await (const { chapter, alignment: links } of alignedChapters(corpus, works, alignment, options, isWanted)) {
    const order = orderStatistics(links, chapter.summary.length, chapter.story.length);
    const address = addressOf(byTitle.get(chapter.work)!, chapter.number);
    found.push({ chapter, address, missing: missing(chapter, links), order });
  }
  if (found.length === 0)
    throw new Problem(`No chosen chapter of ${folder} has a summary and an alignment by "${options.alignment}".`);
  return found;
}

function onlyWork([work, ...more]: readonly Work[]): Work {
  if (work !== undefined && more.length === 0) return work;
  throw new Problem("--chapter needs one work: choose it with --work.");
}

function jsonOf(method: string, found: readonly Found[]) {
  const chapters = found.map(({ chapter: { work, number }, address, missing, order }) => ({
    work,
    number,
    address,
    ...missing,
    order,
  }));
  const works = [...byWork(found)].map(([work, own]) => ({ work, order: orderOver(own.map((each) => each.order)) }));
  return { method, countedFrom: 0, works, chapters };
}

function byWork(found: readonly Found[]): Map<string, Found[]> {
  return groupedBy(found, ({ chapter }) => chapter.work);
}

function printWorks(found: readonly Found[]): void {
  const row = (name: string, own: readonly Found[]) => {
    const { points, outOfOrder, unmatched, paragraphs, covered } = orderOver(own.map((each) => each.order));
    const shares = [percent(outOfOrder, points), percent(unmatched, points), percent(covered, paragraphs)];
    return [name, String(own.length), ...shares];
  };
  const works = [...byWork(found)].map(([work, own]) => row(work, own));
  const rows = works.length > 1 ? [...works, row("all", found)] : works;
  print(textTable(["work", "chapters", "out of order", "no match", "covered"], rows));
  print(
    dim(
      "\ncovered: paragraphs that some point covers. With --work and --chapter: what\nexactly is left out of a chapter.",
    ),
  );
}

function printChapter({ chapter, address, missing: { uncovered, unmatched }, order }: Found): void {
  print(bold(`${chapter.work}, ${shortAddress(address)}`));
  print(
    wrap(
      `${order.covered} of ${order.paragraphs} paragraphs are covered by ${counted(order.points, "point")}, ${order.outOfOrder} of them out of order`,
    ),
  );
  print(`\n${bold("What the guide leaves out")}${uncovered.length === 0 ? ": nothing" : ""}`);
  for (const stretch of uncovered) {
    const { from, to, words } = stretch;
    const which = from === to ? `paragraph ${from + 1}` : `paragraphs ${from + 1}–${to + 1}`;
    print(`  ${which}, ${counted(words, "word")} ${dim(`(${placeOf(stretch)})`)}`);
    print(dim(wrap(beginning(chapter.story[from] ?? "", 140), { indent: 4 })));
  }
  print(`\n${bold("Points with no matching passage")}${unmatched.length === 0 ? ": none" : ""}`);
  for (const point of unmatched) print(wrap(`point ${point + 1}: ${chapter.summary[point]}`, { indent: 2 }));
}

function placeOf({ after, before }: Stretch): string {
  if (after === undefined) return before === undefined ? "nothing is covered" : `before point ${before + 1}`;
  if (before === undefined) return `after point ${after + 1}, at the end`;
  return after === before ? `within point ${after + 1}` : `between points ${after + 1} and ${before + 1}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
