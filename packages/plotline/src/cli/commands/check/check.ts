import type { Fault } from "@plotline/align";
import { groupedBy } from "@plotline/base";
import type { PrintedRow } from "@plotline/corpus";
import { type CheckReport, checkCorpus } from "@plotline/corpus/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { bold, counted, green, printResult, red, wrap } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { showStatistics } from "./statistics.ts";

interface Options extends Common {
  readonly statistics?: boolean;
}

export default function checkCommand(): Command {
  return command(
    "check <corpus>",
    "Show what a corpus folder contains, and every fault in it: which file, which line, why; of the published corpus, whether its gold is as the paper's examples have it.",
  )
    .option("--statistics", "count instead: the paper's Table 1 with this corpus's row, and gold")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  if (options.statistics) return showStatistics(folder, options);
  const progress = new Progress("Reading chapters", 0, options.quiet);
  const report = await checkCorpus(folder, (total) => progress.outOf(total).advance());
  progress.end();
  printResult(options, report, reportText(report));
  if (report.faults.length > 0) process.exitCode = 1;
}

function reportText(report: CheckReport): string {
  const { works, chapters, summarised, goldChapters, links, outOfOrder, examples, faults } = report;
  const counts = [
    `${counted(works, "work")}, ${counted(chapters, "chapter")}, ${summarised.toLocaleString("en")} of them summarised`,
    `gold: ${counted(goldChapters, "usable chapter")}, ${counted(links, "link")}, ${counted(outOfOrder, "row")} out of order`,
    ...examplesText(examples),
  ];
  if (faults.length === 0) return [...counts, green("no faults")].join("\n");
  const files = groupedBy(faults, ({ file }) => file);
  return [
    ...counts,
    red(`${counted(faults.length, "fault")} in ${counted(files.size, "place")}:`),
    ...[...files].map(([file, found]) => `${bold(printable(file))}\n${faultLines(found).join("\n")}`),
  ].join("\n");
}

function examplesText(examples: readonly PrintedRow[]): string[] {
  if (examples.length === 0) return [];
  const others = examples.filter(({ paper, gold }) => paper.join() !== gold.join());
  return [
    `the paper's examples: ${examples.length - others.length} of ${counted(examples.length, "row")} as printed`,
    ...others.map(
      ({ work, chapter, summary, paper, gold }) =>
        `  ${work}/${chapter}.txt: S${summary}: ${gold.join(", ")}; the paper has S${summary}: ${paper.join(", ")}`,
    ),
  ];
}

/** More faults than this in one file are counted, not printed. */
const mostPrinted = 50;

function faultLines(faults: readonly Fault[]): string[] {
  const lines = faults.slice(0, mostPrinted).map(faultText);
  const more = faults.length - lines.length;
  return more === 0 ? lines : [...lines, `  and ${more.toLocaleString("en")} more (--json lists all of them)`];
}

function faultText({ row, why }: Fault): string {
  return wrap(printable(`${row === null ? "" : `line ${row}: `}${why}`), { indent: 2 });
}

/** A file's name may contain anything, even terminal control codes. */
function printable(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}
