import { basename } from "node:path";
import { Problem } from "@plotline/base";
import { type Statistics, statistics } from "@plotline/corpus";
import { openCorpus } from "@plotline/corpus/node";
import type { Common } from "../../command.ts";
import { bold, printResult, textTable } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

export async function showStatistics(folder: string, options: Common): Promise<void> {
  const corpus = await openCorpus(folder);
  if (corpus.works.length === 0) throw new Problem(`${corpus.folder} has no works; "plotline import" adds one.`);
  const progress = new Progress("Reading chapters", 0, options.quiet);
  const name = `${basename(corpus.folder)} (this corpus)`;
  const counted = await statistics(corpus, name, (total) => progress.outOf(total).advance());
  progress.end();
  printResult(options, counted, statisticsText(counted));
}

function statisticsText({ table, stories, gold }: Statistics): string {
  return [
    bold("Average tokens of a summary and a text, next to the paper's Table 1"),
    textTable(
      ["corpus", "summary", "text", "size"],
      table.map((row) => [row.corpus, whole(row.summary), whole(row.text), whole(row.size)]),
    ),
    `(size here: chapters with a summary; text: all ${whole(stories)}; tokens: words and marks)`,
    "",
    goldText(gold),
  ].join("\n");
}

function goldText(gold: Statistics["gold"]): string {
  if (gold.chapters === 0) return "No usable gold alignment.";
  const share = (part: number) => `${(100 * part).toFixed(1)} %`;
  return [
    bold(`Gold: ${whole(gold.chapters)} chapters of ${whole(gold.works)} works`),
    textTable(
      ["", ""],
      [
        ["summary paragraphs", whole(gold.summaryParagraphs)],
        ["story paragraphs", whole(gold.storyParagraphs)],
        ["links", whole(gold.links)],
        ["links per summary paragraph", gold.linksPerSummaryParagraph.toFixed(2)],
        ["story paragraphs never summarised", share(gold.neverSummarised)],
        ["rows out of order", whole(gold.rowsOutOfOrder)],
        ["  as a share of the rows", share(gold.outOfOrderShareOfRows)],
        ["  as a share of the links", share(gold.outOfOrderShareOfLinks)],
      ],
    )
      .split("\n")
      .slice(2)
      .join("\n"),
  ].join("\n");
}

function whole(value: number | null): string {
  return value === null ? "–" : Math.round(value).toLocaleString("en");
}
